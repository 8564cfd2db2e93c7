import type { AuditRecordRow } from "@/lib/metrics/audit-records";
import type { BorrowedJudgement } from "@/lib/records/audit";
import type { AuditBenchmark } from "./audit";
import type { TableModel, TableRow } from "./table-model";

interface Asked {
  readonly id: string;
  readonly label: string;
  /** What a record says to it, a value for each thing that it is asked of; null = not told. */
  readonly of: (record: AuditRecordRow) => readonly (boolean | null)[];
}

const borrowed =
  (field: Exclude<keyof BorrowedJudgement, "option">): Asked["of"] =>
  (record) =>
    record.borrowed?.map((one) => one[field]) ?? [];

const ASKED: readonly Asked[] = [
  {
    id: "clarity",
    label: "The question is clear",
    of: ({ clarity }) => [clarity === null ? null : clarity === "clear"],
  },
  { id: "key_support", label: "The source's key is right", of: (record) => [record.key_support] },
  { id: "duplicates", label: "Two options say the same", of: (record) => [record.duplicates] },
  { id: "section_fit", label: "It belongs to its section", of: (record) => [record.section_fit] },
  { id: "valid", label: "Borrowed option: a wrong answer", of: borrowed("valid") },
  { id: "plausible", label: "Borrowed option: plausible", of: borrowed("plausible") },
  { id: "duplicate", label: "Borrowed option: says what another says", of: borrowed("duplicate") },
  {
    id: "incomplete_reference",
    label: "Borrowed option: refers to what is not shown",
    of: borrowed("incomplete_reference"),
  },
];

/** Whether some record says anything in its second pass. */
export const hasSecondPass = (benchmarks: readonly AuditBenchmark[]): boolean =>
  benchmarks.some(({ records }) =>
    records.some((record) => ASKED.some(({ of }) => of(record).some((value) => value !== null))),
  );

/** What the second pass says, counted; what is not told is no "no". */
export function secondPassTable(benchmarks: readonly AuditBenchmark[]): TableModel {
  const rows = benchmarks.flatMap(({ benchmark, sets, records }) =>
    sets.flatMap(({ record_set }) => {
      const own = records.filter((record) => record.record_set === record_set);
      return ASKED.map(({ id, label, of }): TableRow => {
        const told = own.flatMap(of);
        const count = (value: boolean | null) => told.filter((one) => one === value).length;
        return {
          id: JSON.stringify([benchmark, record_set, id]),
          group: JSON.stringify([benchmark, record_set]),
          select: null,
          simulated: false,
          cells: {
            asked: { value: label },
            benchmark: { value: benchmark },
            record_set: { value: record_set },
            yes: { value: count(true) },
            no: { value: count(false) },
            untold: { value: count(null) },
          },
        };
      });
    }),
  );
  return {
    caption: "Second pass, by record set",
    columns: [
      { id: "asked", label: "Asked", kind: "text", rowHeader: true },
      { id: "benchmark", label: "Benchmark", kind: "text", exportOnly: true },
      { id: "record_set", label: "Record set", kind: "text", exportOnly: true },
      { id: "yes", label: "Yes", kind: "count" },
      { id: "no", label: "No", kind: "count" },
      { id: "untold", label: "Not told", kind: "count" },
    ],
    groups: benchmarks.flatMap(({ benchmark, sets }) =>
      sets.map(({ record_set }) => ({
        id: JSON.stringify([benchmark, record_set]),
        label: benchmarks.length > 1 ? `${benchmark}, ${record_set}` : record_set,
      })),
    ),
    rows,
    remarks: ["Items, or borrowed options that are judged one by one; unweighted."],
  };
}
