import type { MetricDefinition } from "@/lib/metrics/metric";

/** One quantity: name, formula, what it says and cannot say, source, and our decision. */
export function Definition({ definition }: { readonly definition: MetricDefinition }) {
  const parts: readonly (readonly [string, string])[] = [
    ["Unit", definition.unit],
    ["Says", definition.says],
    ["Cannot say", definition.cannotSay],
    ["Source", definition.source],
    ...(definition.decision ? [["Our decision", definition.decision] as const] : []),
  ];
  return (
    <article className="border-line border-t pt-2 first:border-t-0 first:pt-0">
      <h3 className="font-semibold">
        {definition.label} <span className="text-muted font-normal">{definition.name}</span>
      </h3>
      <p className="bg-sunken my-1 rounded px-2 py-1 font-mono text-xs break-words whitespace-pre-wrap">
        {definition.formula}
      </p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-sm">
        {parts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
