import type { AuditRecordRow } from "@/lib/metrics/audit-records";
import type { AuditBenchmark } from "./audit";
import {
  besidePublished,
  columnId,
  printed,
  PUBLISHED_GROUP,
  PUBLISHED_LABEL,
  publishedTable,
} from "./audit-table";
import { sumOf } from "./sentences";
import type { TableColumn, TableModel, TableRow } from "./table-model";

const FLAGS = [
  { flag: true, label: "Flagged" },
  { flag: false, label: "Unflagged" },
  { flag: null, label: "Without a flag" },
] as const;
const POLARITIES = [
  { polarity: "negative", label: "negative" },
  { polarity: "nonnegative", label: "nonnegative" },
  { polarity: null, label: "not recorded" },
] as const;

/** Combinations that are always shown: those that the paper prints. */
const isPrinted = (flag: boolean | null, polarity: string | null) =>
  flag !== null && polarity !== null;

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

function rowsOf({ benchmark, sets, records }: AuditBenchmark, names: readonly string[]) {
  const bySet = Map.groupBy(records, ({ record_set }) => record_set);
  return FLAGS.flatMap(({ flag, label }) =>
    POLARITIES.flatMap(({ polarity, label: said }): TableRow[] => {
      const here = (record: AuditRecordRow) =>
        record.stem_negative === flag && record.polarity === polarity;
      if (!isPrinted(flag, polarity) && !records.some(here)) return [];
      const cells = names.flatMap((name, i) => {
        const own = bySet.get(name)?.filter(here) ?? [];
        const known = sets.some((set) => set.record_set === name);
        const reason = "This benchmark has no records of this name.";
        return [
          [columnId("count", i), { value: known ? own.length : null, reason }],
          [
            columnId("weight", i),
            { value: known ? sumOf(own.map(({ weight }) => weight)) : null, reason },
          ],
        ] as const;
      });
      return [
        {
          id: `${benchmark}|${String(flag)}|${polarity ?? ""}`,
          group: benchmark,
          select: null,
          simulated: false,
          cells: {
            polarity: { value: `${label} / ${said}` },
            benchmark: { value: benchmark },
            ...Object.fromEntries(cells),
          },
        },
      ];
    }),
  );
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
  const unrecorded = benchmarks.every(({ records }) =>
    records.every(({ polarity }) => polarity === null),
  );
  return besidePublished(benchmarks, published, {
    caption: "Flag of the stem against the polarity that reviewers recorded",
    first: { id: "polarity", label: "Flag / recorded polarity" },
    columnsOf,
    rowsOf,
    publishedRows,
    remarks: [
      ...(unrecorded ? ["No record in view says how its reviewer reads the stem."] : []),
      "Records are labels, not a gold standard: this is no precision or recall of the rule.",
    ],
  });
}
