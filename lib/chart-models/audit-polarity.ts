import { RECORDED_POLARITIES, STEM_FLAGS, type AuditSectionRow } from "@/lib/metrics/question-rows";
import type { AuditBenchmark } from "./audit";
import {
  besidePublished,
  columnId,
  printed,
  PUBLISHED_GROUP,
  PUBLISHED_LABEL,
  publishedTable,
} from "./audit-table";
import type { TableColumn, TableModel, TableRow } from "./table-model";

type Flag = (typeof STEM_FLAGS)[number];
type Recorded = (typeof RECORDED_POLARITIES)[number];
const FLAGS: Readonly<Record<Flag, string>> = {
  flagged: "Flagged",
  unflagged: "Unflagged",
  without_flag: "Without a flag",
};
const RECORDED: Readonly<Record<Recorded, string>> = {
  negative: "negative",
  nonnegative: "nonnegative",
  not_recorded: "not recorded",
};

/** A flag and a recorded polarity. */
interface PolarityPair {
  readonly id: string;
  /** "Flagged / negative" */
  readonly label: string;
  readonly of: (set: AuditSectionRow) => { readonly count: number; readonly weight: number };
}

/** Combinations that some record set has an item of; those that the paper prints always. */
export function polarityPairs(sets: readonly AuditSectionRow[]): PolarityPair[] {
  return STEM_FLAGS.flatMap((flag) =>
    RECORDED_POLARITIES.flatMap((recorded): PolarityPair[] => {
      const of: PolarityPair["of"] = (set) => set.polarity[flag][recorded];
      const isPrinted = flag !== "without_flag" && recorded !== "not_recorded";
      if (!isPrinted && sets.every((set) => of(set).count === 0)) return [];
      return [{ id: `${flag}|${recorded}`, label: `${FLAGS[flag]} / ${RECORDED[recorded]}`, of }];
    }),
  );
}

/** Whether some record says how its reviewer reads the stem. */
export const hasPolarity = (sets: readonly AuditSectionRow[]): boolean =>
  polarityPairs(sets).some(
    ({ id, of }) => !id.endsWith("not_recorded") && sets.some((set) => of(set).count > 0),
  );

function columnsOf(sets: readonly string[]): TableColumn[] {
  return sets.flatMap((set, i): TableColumn[] => [
    { id: columnId("count", i), label: `${set} n`, kind: "count", hint: "Items" },
    {
      id: columnId("weight", i),
      label: `${set} weight`,
      kind: "fixed1",
      hint: "Sum of their weights: the items of the benchmark that they stand for",
    },
  ]);
}

function rowsOf({ benchmark, sets }: AuditBenchmark, names: readonly string[]): TableRow[] {
  return polarityPairs(sets).map(({ id, label, of }) => ({
    id: `${benchmark}|${id}`,
    group: benchmark,
    select: null,
    simulated: false,
    cells: {
      polarity: { value: label },
      benchmark: { value: benchmark },
      ...Object.fromEntries(
        names.flatMap((name, i) => {
          const set = sets.find(({ record_set }) => record_set === name);
          const own = set && of(set);
          const reason = "This benchmark has no records of this name.";
          return [
            [columnId("count", i), { value: own?.count ?? null, reason }],
            [columnId("weight", i), { value: own?.weight ?? null, reason }],
          ];
        }),
      ),
    },
  }));
}

function publishedRows(names: readonly string[]): TableRow[] {
  return publishedTable("p2_table8").rows.map(({ id, values }) => ({
    id: `${PUBLISHED_GROUP}|${id}`,
    group: PUBLISHED_GROUP,
    select: null,
    simulated: false,
    cells: {
      polarity: { value: `${String(values.flag)} / ${String(values.polarity).toLowerCase()}` },
      benchmark: { value: PUBLISHED_LABEL },
      ...Object.fromEntries(
        names.flatMap((name, i) => [
          [columnId("count", i), printed(values, name, "n")],
          [columnId("weight", i), printed(values, name, "weight")],
        ]),
      ),
    },
  }));
}

/** P2's Table 8: the flag of the rule against the polarity that reviewers recorded. */
export function polarityTable(
  benchmarks: readonly AuditBenchmark[],
  published: boolean,
): TableModel {
  const told = hasPolarity(benchmarks.flatMap(({ sets }) => sets));
  return besidePublished(benchmarks, published, {
    caption: "Flag of the stem against the polarity that reviewers recorded",
    first: { id: "polarity", label: "Flag / recorded polarity" },
    columnsOf,
    rowsOf,
    publishedRows,
    remarks: [
      ...(told ? [] : ["No record in view says how its reviewer reads the stem."]),
      "Records are labels, not a gold standard: this is no precision or recall of the rule.",
    ],
  });
}
