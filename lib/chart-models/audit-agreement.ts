import type { AuditCorrectionRow, AuditRecordRow } from "@/lib/metrics/audit-records";
import type { AuditBenchmark } from "./audit";
import type { TableModel, TableRow } from "./table-model";

/** How two record sets of one benchmark agree on the items that both have. */
export interface Agreement {
  readonly benchmark: string;
  readonly a: string;
  readonly b: string;
  /** Items that both have, and those of them that both resolved. */
  readonly shared: number;
  readonly resolved: number;
  /** Of the resolved: with the same set of answers, and of the same class. */
  readonly same_answers: number;
  readonly same_class: number;
  /** The same before any correction. */
  readonly first_resolved: number;
  readonly first_same_answers: number;
  readonly first_same_class: number;
  /** Corrections in force of one that cite the other; null where the log is not read. */
  readonly citing: number | null;
}

type Pair = readonly [AuditRecordRow, AuditRecordRow];
const sameSet = (a: readonly number[] | null, b: readonly number[] | null): boolean =>
  a !== null && b !== null && a.length === b.length && a.every((at, i) => at === b[i]);

function agreementOf(
  { benchmark }: AuditBenchmark,
  [a, b]: readonly [string, string],
  pairs: readonly Pair[],
  corrections: readonly AuditCorrectionRow[] | null,
): Agreement {
  const count = (test: (a: AuditRecordRow, b: AuditRecordRow) => boolean) =>
    pairs.filter(([x, y]) => test(x, y)).length;
  const resolved = (x: AuditRecordRow, y: AuditRecordRow) =>
    x.answers !== null && y.answers !== null;
  const firstResolved = (x: AuditRecordRow, y: AuditRecordRow) =>
    x.first_answers !== null && y.first_answers !== null;
  return {
    ...{ benchmark, a, b },
    shared: pairs.length,
    resolved: count(resolved),
    same_answers: count((x, y) => sameSet(x.answers, y.answers)),
    same_class: count((x, y) => resolved(x, y) && x.status === y.status),
    first_resolved: count(firstResolved),
    first_same_answers: count((x, y) => sameSet(x.first_answers, y.first_answers)),
    first_same_class: count((x, y) => firstResolved(x, y) && x.first_status === y.first_status),
    citing:
      corrections?.filter(
        (one) =>
          one.followed &&
          one.benchmark === benchmark &&
          ((one.record_set === a && one.citation === b) ||
            (one.record_set === b && one.citation === a)),
      ).length ?? null,
  };
}

/**
 * Each pair of record sets of a benchmark, in the order of their names.
 * @param corrections null where the log is not read
 */
export function agreements(
  benchmarks: readonly AuditBenchmark[],
  corrections: readonly AuditCorrectionRow[] | null,
): Agreement[] {
  return benchmarks.flatMap((one) => {
    const bySet = Map.groupBy(one.records, ({ record_set }) => record_set);
    const names = one.sets.map(({ record_set }) => record_set);
    return names.flatMap((a, i) =>
      names.slice(i + 1).map((b) => {
        const ofB = new Map(bySet.get(b)?.map((record) => [record.item_id, record]));
        const pairs = (bySet.get(a) ?? []).flatMap((record): Pair[] => {
          const other = ofB.get(record.item_id);
          return other ? [[record, other]] : [];
        });
        return agreementOf(one, [a, b], pairs, corrections);
      }),
    );
  });
}

const NONE_RESOLVED = "There is no item that both resolved.";
const share = (part: number, of: number) => ({
  value: of === 0 ? null : part / of,
  reason: NONE_RESOLVED,
  aside: `${part} of ${of}`,
});

function rowOf(one: Agreement): TableRow {
  const { benchmark, a, b } = one;
  return {
    id: JSON.stringify([benchmark, a, b]),
    group: null,
    select: null,
    simulated: false,
    cells: {
      pair: { value: `${a} and ${b}` },
      benchmark: { value: benchmark },
      shared: { value: one.shared },
      resolved: { value: one.resolved },
      same_answers: share(one.same_answers, one.resolved),
      same_class: share(one.same_class, one.resolved),
      first_same_answers: share(one.first_same_answers, one.first_resolved),
      first_same_class: share(one.first_same_class, one.first_resolved),
      citing: { value: one.citing, reason: "The correction log is not read yet." },
    },
  };
}

/** Raw agreement between record sets, as given first and after corrections. */
export function agreementTable(rows: readonly Agreement[]): TableModel {
  const circular = rows.some(({ citing }) => citing !== null && citing > 0);
  return {
    caption: "Raw agreement between record sets",
    columns: [
      { id: "pair", label: "Record sets", kind: "text", rowHeader: true },
      { id: "benchmark", label: "Benchmark", kind: "text" },
      { id: "shared", label: "Both have", kind: "count", hint: "Items with a record in both" },
      { id: "resolved", label: "Both resolved", kind: "count", hint: "After corrections" },
      {
        id: "first_same_answers",
        label: "Same answers, as given",
        kind: "rate",
        hint: "Of the items that both had resolved before any correction",
      },
      { id: "first_same_class", label: "Same class, as given", kind: "rate" },
      {
        id: "same_answers",
        label: "Same answers, corrected",
        kind: "rate",
        hint: "Of the items that both resolved",
      },
      { id: "same_class", label: "Same class, corrected", kind: "rate" },
      {
        id: "citing",
        label: "Corrections by the other",
        kind: "count",
        hint: "Corrections of one set that cite the other",
      },
    ],
    groups: [],
    rows: rows.map(rowOf),
    remarks: [
      "Unweighted shares of items; unresolved ones are left out. No chance-corrected coefficient is given: the records do not show that reviewers judged independently.",
      ...(circular
        ? [
            "Some corrections go by the other record set: agreement after corrections is then no evidence of independent judgement.",
          ]
        : []),
    ],
  };
}
