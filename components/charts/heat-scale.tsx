import { cssHeat } from "./colour";

/** The colour scale of a heat table, from 0 to 1. */
export function HeatScale({ label }: { readonly label: string }) {
  return (
    <span className="flex items-center gap-1.5 text-xs">
      <span className="text-muted">{label}</span>
      <span className="tabular">0</span>
      <span
        aria-hidden
        className="border-line block h-3 w-32 rounded border"
        style={{ background: `linear-gradient(to right, ${cssHeat(0)}, ${cssHeat(1)})` }}
      />
      <span className="tabular">1</span>
    </span>
  );
}
