import { defaultLow } from "@/lib/chart-models/low-n";
import { curveKey, curveLabels, fieldText, type Curve } from "@/lib/chart-models/series";
import { formatCount, formatFixed, formatInterval, listOf, plural } from "@/lib/format/number";
import type { Report } from "@/lib/metrics/report";
import type { ScalingRow } from "@/lib/metrics/rows";
import type { PaperCell } from "./paper-table";

/** The rows that a layout is made of, and what the reader chose. */
export interface PaperInput {
  readonly report: Report;
  /** The two paddings of a mechanism table; null is the layout's own choice. */
  readonly paddings?: readonly [string, string] | null;
  /** The one N of tables about padding; null is the paper's 100, or the largest of the records. */
  readonly n?: number | null;
}

/** Rows of the P1 sections without fixed questions, in which no item is seen at two N. */
export function repeatedRows<T extends { readonly series_id: string }>(
  rows: readonly T[] | undefined,
  { accuracy = [] }: Report,
): T[] {
  const fixed = new Set(accuracy.filter((run) => run.kind === "fixed").map((run) => run.series_id));
  return (rows ?? []).filter((row) => !fixed.has(row.series_id));
}

/** Unpadded rows where there are any; padded trials answer another question. */
export function unpadded<T extends { readonly padding: string }>(rows: readonly T[]): T[] {
  const none = rows.filter((row) => row.padding === "none");
  return none.length > 0 ? none : [...rows];
}

/** The paper's 4 and 100 options, or the smallest and largest N of the records. */
export function endsOf(rows: readonly { readonly n_options: number }[]): [number, number] {
  const counts = rows.map((row) => row.n_options);
  const low = defaultLow(counts, Infinity) ?? 4;
  const high = counts.includes(100) || counts.length === 0 ? 100 : Math.max(...counts);
  return low < high ? [low, high] : low >= 100 ? [4, low] : [low, 100];
}

export interface PaperCurve {
  readonly key: string;
  readonly label: string;
  readonly environment: string | null;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The curves of some rows by environment, then by name; a label tells curves of a model apart. */
export function curvesOf(rows: readonly Curve[]): PaperCurve[] {
  const byKey = new Map(rows.map((row) => [curveKey(row), row]));
  const labels = curveLabels([...byKey.values()], ["environment"]);
  return [...byKey]
    .map(([key, row]) => ({
      key,
      label: labels.get(key) ?? row.model,
      environment: row.environment,
    }))
    .sort(
      (a, b) => compare(a.environment ?? "~", b.environment ?? "~") || compare(a.label, b.label),
    );
}

/** "Easy" for "easy"; null where the records state none. */
export function environmentText(environment: string | null): string | null {
  return environment && environment.charAt(0).toUpperCase() + environment.slice(1);
}

export const paddingLabel = (padding: string): string => {
  const text = fieldText("padding", padding);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const said = (text: string | null): PaperCell => ({ text });

export function number(value: number | null | undefined, digits: number): PaperCell {
  return { text: value == null ? null : formatFixed(value, digits) };
}

export function interval(
  value: readonly [number, number] | null | undefined,
  digits: number,
): PaperCell {
  return { text: value == null ? null : formatInterval(value, (end) => formatFixed(end, digits)) };
}

/** Rows about cells or runs, as far as a caption counts them. */
type Counted = Pick<ScalingRow, "benchmark" | "n_items" | "n_trials" | "n_responses" | "simulated">;

/** What the records are: "Data: orthography, 30 items, 180,000 responses, simulated." */
export function dataText(rows: readonly Counted[]): string {
  if (rows.length === 0) return "Data: none.";
  const benchmarks = [...new Set(rows.map((row) => row.benchmark))].sort();
  const items = rows.map((row) => row.n_items);
  const [few, many] = [Math.min(...items), Math.max(...items)];
  const trials = rows.flatMap((row) => row.n_trials ?? []);
  const simulated = rows.filter((row) => row.simulated).length;
  const parts = [
    listOf(benchmarks),
    few === many ? plural(many, "item") : `${formatCount(few)} to ${plural(many, "item")}`,
    ...(trials.length > 0 ? [`at most ${plural(Math.max(...trials), "trial")}`] : []),
    plural(
      rows.reduce((sum, row) => sum + row.n_responses, 0),
      "response",
    ),
    ...(simulated === 0 ? [] : [simulated === rows.length ? "all simulated" : "partly simulated"]),
  ];
  return `Data: ${parts.join(", ")}.`;
}
