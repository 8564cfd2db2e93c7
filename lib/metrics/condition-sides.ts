import { z } from "zod";
import { differences } from "@/lib/cubes/series";
import { queryRows } from "@/lib/engine/decode";
import type { Manifest } from "@/lib/records/manifest";
import { manifestOf } from "./manifests";
import type { CellSide, Pair } from "./paired-sql";
import { scopeOf } from "./scope";
import type { MetricOptions, Workspace } from "./workspace";

const sideRow = z.strictObject({
  run_ix: z.int(),
  run_id: z.string(),
  model: z.string(),
  benchmark: z.string(),
  scorer: z.string(),
  simulated: z.boolean(),
  manifest: z.string(),
  /** Of the whole run. */
  planned: z.int(),
  missing: z.int(),
  environment: z.string().nullable(),
  padding: z.string(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  n_low: z.int(),
  n_high: z.int(),
  cells: z.array(z.int()),
});

/** A fixed run under one presentation: its cells at all N of its items. */
export type ConditionSide = Omit<z.infer<typeof sideRow>, "manifest"> &
  CellSide & { readonly manifest: Manifest };

/** Fixed runs in scope by presentation: fewer options first, then the earlier run, then by name. */
export async function conditionSides(
  { engine }: Workspace,
  { filters, signal, paddings }: Pick<MetricOptions, "filters" | "signal" | "paddings">,
): Promise<ConditionSide[]> {
  const rows = await queryRows(
    engine,
    sideRow,
    `WITH ${scopeOf(filters, paddings).cells}
      SELECT run_ix, any_value(run_id) AS run_id, any_value(model) AS model,
        any_value(benchmark) AS benchmark, any_value(scorer) AS scorer,
        bool_or(provenance = 'simulated') AS simulated,
        any_value(manifest) AS manifest, any_value(planned)::INTEGER AS planned,
        any_value(missing)::INTEGER AS missing, environment, padding, mode, condition,
        min(n_options) AS n_low, max(n_options) AS n_high, list(cell_ix ORDER BY cell_ix) AS cells
      FROM sel_cells WHERE kind = 'fixed' AND (condition IS NOT NULL OR mode IS NOT NULL)
      GROUP BY run_ix, environment, padding, mode, condition
      -- A run that a later source repeats is one run: the earlier source wins.
      QUALIFY any_value(series_id) = any_value(source_series_id)
        OR any_value(source) = min(any_value(source)) OVER (PARTITION BY any_value(run_id),
          any_value(source_series_id), environment, padding, mode, condition)
      ORDER BY n_high, n_low, run_ix, condition NULLS FIRST, mode NULLS FIRST,
        environment NULLS FIRST, padding`,
    { signal },
  );
  const sides = rows.map((row, i) => ({
    ...row,
    id: String(i),
    manifest: manifestOf(row.manifest),
  }));
  // The earlier one is told by its start where every manifest names one, else by the runs' order.
  if (sides.some((side) => side.manifest.started === null)) return sides;
  return sides.sort(
    (a, b) =>
      a.n_high - b.n_high ||
      a.n_low - b.n_low ||
      Date.parse(a.manifest.started ?? "") - Date.parse(b.manifest.started ?? ""),
  );
}

const alike = (a: ConditionSide, b: ConditionSide): boolean =>
  a.model === b.model &&
  a.benchmark === b.benchmark &&
  a.scorer === b.scorer &&
  a.environment === b.environment &&
  a.padding === b.padding;

function pairsOf(
  sides: readonly ConditionSide[],
  test: (a: ConditionSide, b: ConditionSide) => boolean,
): Pair[] {
  return sides.flatMap((a, i) =>
    sides.flatMap((b, j): Pair[] => (i < j && test(a, b) ? [[i, j]] : [])),
  );
}

/** Sides of one model under two conditions that both are named, in one mode. */
const underTwo = (a: ConditionSide, b: ConditionSide): boolean =>
  alike(a, b) &&
  a.mode === b.mode &&
  a.condition !== null &&
  b.condition !== null &&
  a.condition !== b.condition;

/**
 * Comparable sides of one model under two conditions that both are named. By manifest, not by
 * series: a run that was set apart for repeating trials of another is as comparable as that one.
 */
export function conditionPairs(sides: readonly ConditionSide[]): Pair[] {
  return pairsOf(
    sides,
    (a, b) => underTwo(a, b) && differences(a.manifest, b.manifest).length === 0,
  );
}

/** Two sides that make no pair, and the fields in which they differ and must not. */
export interface ApartSides {
  readonly a: ConditionSide;
  readonly b: ConditionSide;
  readonly why: readonly string[];
}

function apartSides(
  sides: readonly ConditionSide[],
  test: (a: ConditionSide, b: ConditionSide) => boolean,
  allowed: readonly string[],
): ApartSides[] {
  return pairsOf(sides, test).flatMap(([first, second]) => {
    const [a, b] = [sides[first], sides[second]];
    const differ = a && b ? differences(a.manifest, b.manifest) : [];
    const why = differ.filter((field) => !allowed.includes(field));
    return a && b && why.length > 0 ? [{ a, b, why }] : [];
  });
}

/** Sides of one model under two conditions that are not comparable, in their order. */
export const apartConditions = (sides: readonly ConditionSide[]): ApartSides[] =>
  apartSides(sides, underTwo, []);

/** What a request for thinking changes beside the mode: the paper's two modes differ in it too. */
const OF_MODE: readonly string[] = ["temperature", "token limit", "sampling"];

/** Direct sides before thinking ones: the order that `modePairs` needs. */
export function byMode(sides: readonly ConditionSide[]): ConditionSide[] {
  const of = (mode: string) => sides.filter((side) => side.mode === mode);
  return [...of("direct"), ...of("thinking")];
}

/** A direct and a thinking side of one model under one condition. */
const inTwoModes = (a: ConditionSide, b: ConditionSide): boolean =>
  alike(a, b) && a.condition === b.condition && a.mode === "direct" && b.mode === "thinking";

/** Direct and thinking sides of one model under one condition that differ in nothing but the mode. */
export function modePairs(sides: readonly ConditionSide[]): Pair[] {
  return pairsOf(
    sides,
    (a, b) =>
      inTwoModes(a, b) &&
      differences(a.manifest, b.manifest).every((field) => OF_MODE.includes(field)),
  );
}

/** Direct and thinking sides of one model that differ in more than a mode may change. */
export const apartModes = (sides: readonly ConditionSide[]): ApartSides[] =>
  apartSides(byMode(sides), inTwoModes, OF_MODE);
