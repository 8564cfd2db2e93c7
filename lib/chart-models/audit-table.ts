import { formatFixed, plural } from "@/lib/format/number";
import type { AuditSectionRow } from "@/lib/metrics/question-rows";
import { P2_SOURCE, TABLES } from "@/lib/reference/papers";
import { AUDIT_PARTS, PART_NAMES, partCount, recordSets, type AuditBenchmark } from "./audit";
import { NOT_PUBLISHED } from "./published";
import { printedRange, PUBLISHED_SETS } from "./published-audit";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** No benchmark has this name. */
export const PUBLISHED_GROUP = "published:P2";
export const PUBLISHED_LABEL = "Turkish MMLU-Pro, as published (P2)";
const NO_SET = "This benchmark has no records of this name.";

/** Column ids stand in links, which names of record sets may not fit: they go by their place. */
export const columnId = (what: "count" | "pct" | "range" | "weight", at: number) =>
  `${what}_${at + 1}`;

function columnsOf(sets: readonly string[]): TableColumn[] {
  return sets.flatMap((set, i): TableColumn[] => [
    {
      id: columnId("count", i),
      label: `${set} n`,
      kind: "count",
      hint: "Items that its records put here",
    },
    {
      id: columnId("pct", i),
      label: `${set} weighted %`,
      kind: "fixed1",
      hint: "Percent of the weight of all its items, unresolved ones included",
    },
    {
      id: columnId("range", i),
      label: `${set} missing range`,
      kind: "interval",
      digits: 1,
      hint: "From none to all of the unresolved items; what is missing, no confidence interval",
    },
  ]);
}

function cellsOf(row: AuditSectionRow | undefined, part: (typeof AUDIT_PARTS)[number], at: number) {
  const of = row && partCount(row, part);
  const reason = row ? "The records have no weight." : NO_SET;
  return {
    [columnId("count", at)]: { value: of?.count ?? null, reason },
    [columnId("pct", at)]: { value: of?.weighted_pct ?? null, reason },
    [columnId("range", at)]: {
      value: of?.missing_pct ?? null,
      reason: row && part === "unresolved" ? "These are the missing ones." : reason,
    },
  } satisfies Record<string, TableCell>;
}

function rowsOf({ benchmark, sets }: AuditBenchmark, names: readonly string[]): TableRow[] {
  return AUDIT_PARTS.map((part) => ({
    id: `${benchmark}|${part}`,
    group: benchmark,
    select: null,
    simulated: false,
    cells: {
      part: { value: PART_NAMES[part].name },
      benchmark: { value: benchmark },
      ...Object.fromEntries(
        names.flatMap((name, i) => {
          const set = sets.find((one) => one.record_set === name);
          return Object.entries<TableCell>(cellsOf(set, part, i));
        }),
      ),
    },
  }));
}

/** A table of the paper that sets R1 beside R2. */
export function publishedTable(id: "p2_table7" | "p2_table8") {
  const table = TABLES.find((one) => one.id === id);
  if (!table) throw new Error(`no published table ${id}`);
  return table;
}

/** A value as printed, of one of the paper's two record sets. */
export function printed(
  values: Readonly<Record<string, unknown>>,
  set: string,
  column: string,
): TableCell {
  const known = PUBLISHED_SETS.some((name) => name === set);
  const value = known ? values[`${set.toLowerCase()}_${column}`] : null;
  return typeof value === "number" ? { value } : { value: null, reason: NOT_PUBLISHED };
}

function rangeCell(classification: unknown, set: string): TableCell {
  const part = AUDIT_PARTS.find((one) => PART_NAMES[one].name === classification);
  const range = part === undefined ? null : printedRange(part, set);
  return range === null ? { value: null, reason: NOT_PUBLISHED } : { value: range };
}

function publishedRows(names: readonly string[]): TableRow[] {
  return publishedTable("p2_table7").rows.map(({ id, values }) => ({
    id: `${PUBLISHED_GROUP}|${id}`,
    group: PUBLISHED_GROUP,
    select: null,
    simulated: false,
    cells: {
      part: { value: String(values.classification) },
      benchmark: { value: PUBLISHED_LABEL },
      ...Object.fromEntries(
        names.flatMap((name, i): [string, TableCell][] => [
          [columnId("count", i), printed(values, name, "n")],
          [columnId("pct", i), printed(values, name, "weighted")],
          [columnId("range", i), rangeCell(values.classification, name)],
        ]),
      ),
    },
  }));
}

/** The record sets in columns; with published values those of the paper as well. */
export function columnSets(benchmarks: readonly AuditBenchmark[], published: boolean): string[] {
  return [...new Set([...recordSets(benchmarks), ...(published ? PUBLISHED_SETS : [])])].sort();
}

/** Groups of a table, one a benchmark; none where there is one alone. */
function auditGroups(
  benchmarks: readonly AuditBenchmark[],
  published: boolean,
): TableModel["groups"] {
  const own = benchmarks.map(({ benchmark }) => ({ id: benchmark, label: benchmark }));
  if (published) return [...own, { id: PUBLISHED_GROUP, label: PUBLISHED_LABEL }];
  return own.length > 1 ? own : [];
}

/** What published rows are. */
const PUBLISHED_REMARK = `As published (${P2_SOURCE}): 200 of 12,000 questions, its own two record sets, after corrections; the missing range from Appendix D.`;

/** What the percentages of each record set stand on. */
function coverageRemarks({ benchmark, sets, records }: AuditBenchmark, named: boolean): string[] {
  const covers = sets.map(
    ({ record_set, n, total_weight }) =>
      `${record_set} has ${plural(n, "item")} of weight ${formatFixed(total_weight, 1)}`,
  );
  const items = new Set(records.map(({ item_id }) => item_id)).size;
  const uneven = sets.some(({ n }) => n < items);
  return [
    `${named ? `${benchmark}: ` : ""}${covers.join(", ")}.`,
    ...(uneven
      ? [
          "The record sets do not have the same items: each percentage is of its own set’s weight, and items without a record are in none.",
        ]
      : []),
  ];
}

interface SetsTable {
  readonly caption: string;
  /** The column that names a row. */
  readonly first: Pick<TableColumn, "id" | "label">;
  readonly columnsOf: (sets: readonly string[]) => readonly TableColumn[];
  readonly rowsOf: (one: AuditBenchmark, sets: readonly string[]) => readonly TableRow[];
  readonly publishedRows: (sets: readonly string[]) => readonly TableRow[];
  readonly remarks: readonly string[];
}

/** A table with columns for each record set and rows for each benchmark, the paper's behind them. */
export function besidePublished(
  benchmarks: readonly AuditBenchmark[],
  published: boolean,
  table: SetsTable,
): TableModel {
  const sets = columnSets(benchmarks, published);
  return {
    caption: table.caption,
    columns: [
      { ...table.first, kind: "text", rowHeader: true },
      { id: "benchmark", label: "Benchmark", kind: "text", exportOnly: true },
      ...table.columnsOf(sets),
    ],
    groups: auditGroups(benchmarks, published),
    rows: [
      ...benchmarks.flatMap((one) => table.rowsOf(one, sets)),
      ...(published ? table.publishedRows(sets) : []),
    ],
    remarks: [...table.remarks, ...(published ? [PUBLISHED_REMARK] : [])],
  };
}

/** P2's Table 7: what the record sets hold, a row a class. */
export function auditTable(benchmarks: readonly AuditBenchmark[], published: boolean): TableModel {
  return besidePublished(benchmarks, published, {
    caption: "What reviewers hold defensible, by record set",
    first: { id: "part", label: "Answers" },
    columnsOf,
    rowsOf,
    publishedRows,
    remarks: [
      ...benchmarks.flatMap((one) => coverageRemarks(one, benchmarks.length > 1)),
      "The first five rows part the items of a record set; the last one is part of the multiple answers.",
    ],
  });
}
