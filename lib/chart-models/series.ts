import type { ScalingRow } from "@/lib/metrics/rows";
import { paddingWords } from "@/lib/format/words";
import type { Filter } from "@/lib/view-state/filters";

/** What names a curve: every row of P1's sections carries it. */
export type Curve = Pick<
  ScalingRow,
  | "series_id"
  | "model"
  | "benchmark"
  | "environment"
  | "padding"
  | "mode"
  | "condition"
  | "scorer"
  | "simulated"
>;

const FIELDS = ["benchmark", "environment", "padding", "mode", "condition", "scorer"] as const;
export type CurveField = (typeof FIELDS)[number];

const WORDS: Record<CurveField, string> = {
  benchmark: "benchmark",
  environment: "environment",
  padding: "padding",
  mode: "mode",
  condition: "condition",
  scorer: "scorer",
};

/** Names one curve; stable across filters, so that it can stand in a link. */
export function curveKey(curve: Curve): string {
  const { series_id, environment, padding, mode, condition } = curve;
  return [series_id, environment ?? "~", padding, mode ?? "~", condition ?? "~"].join("|");
}

export function fieldText(field: CurveField, value: string | null): string {
  if (value === null) return `${WORDS[field]} not stated`;
  if (field === "padding") return value === "none" ? "no padding" : paddingWords(value);
  return value;
}

/** Rows of one curve together, curves in the order of their model's name. */
export function byCurve<T extends Curve>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  const order = [...rows].sort((a, b) => compare(sortText(a), sortText(b)));
  for (const row of order) {
    const key = curveKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** The unpadded condition goes first: the others are read against it. */
const sortText = (c: Curve) =>
  [
    c.model,
    c.benchmark,
    c.environment,
    c.padding === "none" ? "" : c.padding,
    c.mode,
    c.condition,
    c.series_id,
  ].join("\u0000");

/** The fields in which curves of one model differ: what a label must add to the model's name. */
export function differingFields(curves: readonly Curve[]): CurveField[] {
  const seen = new Map<string, Map<CurveField, Set<string | null>>>();
  for (const curve of curves) {
    const fields = seen.get(curve.model) ?? new Map<CurveField, Set<string | null>>();
    seen.set(curve.model, fields);
    for (const field of FIELDS) {
      fields.set(field, (fields.get(field) ?? new Set()).add(curve[field]));
    }
  }
  return FIELDS.filter((field) =>
    [...seen.values()].some((fields) => (fields.get(field)?.size ?? 0) > 1),
  );
}

/**
 * Labels of curves: the model, with what tells its curves apart; two series that agree in every
 * field (other weights, prompt or sampling) are numbered.
 */
export function curveLabels(
  curves: readonly Curve[],
  /** Fields that something else, such as the panel's title, says already. */
  said: readonly CurveField[] = [],
): Map<string, string> {
  const fields = differingFields(curves).filter((field) => !said.includes(field));
  const text = (curve: Curve) =>
    [curve.model, ...fields.map((field) => fieldText(field, curve[field]))].join(" · ");
  const identity = (curve: Curve) =>
    [text(curve), ...said.map((field) => curve[field] ?? "~")].join("\u0000");
  const series = new Map<string, string[]>();
  for (const curve of curves) {
    const ids = series.get(identity(curve)) ?? [];
    if (!ids.includes(curve.series_id)) ids.push(curve.series_id);
    series.set(identity(curve), ids.sort());
  }
  return new Map(
    curves.map((curve) => {
      const ids = series.get(identity(curve)) ?? [];
      const place = ids.indexOf(curve.series_id) + 1;
      return [curveKey(curve), ids.length > 1 ? `${text(curve)} (${place})` : text(curve)];
    }),
  );
}

/**
 * What leads to the responses behind a point: filters, and the series that it is of. A link has no
 * filter of series; `drillDown` makes runs of it where the filters would keep other ones, too.
 */
export type Select = readonly (
  Filter | { readonly field: "series"; readonly values: readonly string[] }
)[];

/** What keeps one curve alone; what is not stated is kept as "not stated". */
export function curveFilters(curve: Curve, nOptions: number | null): Select {
  const filters: Select = [
    { field: "series", values: [curve.series_id] },
    { field: "model", values: [curve.model] },
    { field: "benchmark", values: [curve.benchmark] },
    { field: "environment", values: [curve.environment] },
    { field: "padding", values: [curve.padding] },
    { field: "mode", values: [curve.mode] },
    { field: "condition", values: [curve.condition] },
    { field: "scorer", values: [curve.scorer] },
  ];
  return nOptions === null ? filters : [...filters, { field: "n_options", values: [nOptions] }];
}

/** Panels of small multiples: one a benchmark and environment, in order of name. */
export function panelsOf<T extends Curve>(
  rows: readonly T[],
): { id: string; title: string; rows: T[] }[] {
  const benchmarks = new Set(rows.map((row) => row.benchmark));
  const stated = rows.some((row) => row.environment !== null);
  const groups = new Map<string, { id: string; title: string; rows: T[] }>();
  for (const row of rows) {
    const id = `${row.benchmark}|${row.environment ?? "~"}`;
    const group = groups.get(id) ?? {
      id,
      title: panelTitle(row, benchmarks.size > 1, stated),
      rows: [],
    };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()].sort((a, b) => compare(a.id, b.id));
}

function panelTitle(row: Curve, several: boolean, stated: boolean): string {
  if (row.environment === null && several) return row.benchmark;
  if (!stated) return "";
  const environment = fieldText("environment", row.environment);
  return several ? `${row.benchmark} · ${environment}` : environment;
}
