import { SimulatedBadge } from "@/components/ui/simulated-badge";
import type { Provenance } from "@/lib/records/manifest";

/** Where the rows of a run come from. */
export function ProvenanceBadge({ provenance }: { readonly provenance: Provenance }) {
  if (provenance.kind === "simulated") return <SimulatedBadge />;
  const title =
    provenance.kind === "imported"
      ? [provenance.source, provenance.licence, provenance.attribution]
          .filter((part) => part !== null)
          .join(" · ")
      : "measured by Foilscope";
  return (
    <span
      title={title}
      className="border-line text-muted inline-block rounded border px-1.5 text-xs whitespace-nowrap"
    >
      {provenance.kind}
    </span>
  );
}
