import type { ReactNode } from "react";
import { formatCount, formatFixed, UNDEFINED } from "@/lib/format/number";
import { paddingWords } from "@/lib/format/words";
import type { ViewRow } from "@/lib/rows/row";

const NUMBER_FIELDS = [
  ["prompt_tokens", "prompt tokens"],
  ["completion_tokens", "completion tokens"],
  ["reasoning_tokens", "reasoning tokens"],
  ["cached_tokens", "cached tokens"],
  ["attempts", "attempts"],
] as const;

const text = (value: string | number | null): ReactNode =>
  value ?? <span aria-label="not stated">{UNDEFINED}</span>;
const yesNo = (value: boolean | null) => (value === null ? null : value ? "yes" : "no");

/** Everything that a record says about a response, but for its texts. */
export function DetailFields({ row }: { readonly row: ViewRow }) {
  const fields: readonly (readonly [string, ReactNode])[] = [
    ["run", <span className="font-mono text-xs break-all">{row.run_id}</span>],
    ["benchmark", row.benchmark],
    ["environment", text(row.environment)],
    ["item", <span className="font-mono text-xs break-all">{row.item_id}</span>],
    ["section", text(row.section)],
    ["negative stem", text(yesNo(row.stem_negative))],
    ["padding", paddingWords(row.padding)],
    ["mode", text(row.mode)],
    ["condition", text(row.condition)],
    ["permutation", text(row.permutation)],
    ["trial", formatCount(row.trial)],
    ["scorer", row.scorer],
    ["chosen origin", text(row.selected_origin)],
    ["finish reason", text(row.finish_reason)],
    ["reasoned", text(yesNo(row.reasoning_observed))],
    ...NUMBER_FIELDS.map(
      ([name, label]) => [label, text(row[name] === null ? null : formatCount(row[name]))] as const,
    ),
    ["latency", text(row.latency_ms === null ? null : `${formatFixed(row.latency_ms, 0)} ms`)],
    ["item hash", <span className="font-mono text-xs break-all">{text(row.item_hash)}</span>],
    ["options hash", <span className="font-mono text-xs break-all">{text(row.options_hash)}</span>],
  ];
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-0.5 text-sm">
      {fields.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
