import type { AuditRecordRow } from "@/lib/metrics/audit-records";
import { auditSectionRow, type AuditSectionRow } from "@/lib/metrics/question-rows";
import { valueAxis } from "./axis";
import {
  MARKERS,
  SERIES_CAP,
  type FigureModel,
  type PointModel,
  type SeriesModel,
  type SeriesStyle,
} from "./model";
import { PALETTE } from "./palette";
import { pointSeries } from "./point-series";
import { printedSeries } from "./published-points";
import type { Select } from "./series";

export type AuditPart = keyof AuditSectionRow["classes"] | "key_plus_borrowed";
/** What reviewers hold of an item, with the part of `multiple` that the papers print beside it. */
export const AUDIT_PARTS: readonly AuditPart[] = [
  ...(Object.keys(auditSectionRow.shape.classes.shape) as (keyof AuditSectionRow["classes"])[]),
  "key_plus_borrowed",
];

/** A part as tables and sentences name it, and as the axis does. */
export const PART_NAMES: Readonly<Record<AuditPart, { name: string; short: string }>> = {
  unique_source_key: { name: "Unique source key", short: "key" },
  multiple: { name: "Multiple answers", short: "several" },
  single_alternative: { name: "Single alternative", short: "other" },
  no_answer: { name: "No answer", short: "none" },
  unresolved: { name: "Unresolved", short: "open" },
  key_plus_borrowed: { name: "Key + borrowed answer", short: "key+b" },
};

/** How one part stands in a record set. */
export interface PartCount {
  readonly count: number;
  /** Percent of the weight, unresolved items in the denominator; null without any weight. */
  readonly weighted_pct: number | null;
  /**
   * From none of the unresolved items to all of them: what is missing, and no interval of sampling.
   * Null for `unresolved` itself.
   */
  readonly missing_pct: readonly [number, number] | null;
}

/** @returns how a part stands in a record set */
export function partCount(row: AuditSectionRow, part: AuditPart): PartCount {
  if (part === "key_plus_borrowed") {
    const { count, weighted_pct, range_pct } = row.key_plus_borrowed;
    return { count, weighted_pct, missing_pct: range_pct };
  }
  const { count, weighted_pct } = row.classes[part];
  const open = row.classes.unresolved.weighted_pct;
  const missing_pct =
    part === "unresolved" || weighted_pct === null || open === null
      ? null
      : ([weighted_pct, weighted_pct + open] as const);
  return { count, weighted_pct, missing_pct };
}

/** The record sets of one benchmark, by name. */
export interface AuditBenchmark {
  readonly benchmark: string;
  readonly sets: readonly AuditSectionRow[];
  readonly records: readonly AuditRecordRow[];
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export function auditBenchmarks(
  classes: readonly AuditSectionRow[],
  records: readonly AuditRecordRow[],
): AuditBenchmark[] {
  const said = Map.groupBy(records, ({ benchmark }) => benchmark);
  return [...Map.groupBy(classes, ({ benchmark }) => benchmark)]
    .sort(([a], [b]) => byText(a, b))
    .map(([benchmark, sets]) => ({
      benchmark,
      sets: [...sets].sort((a, b) => byText(a.record_set, b.record_set)),
      records: said.get(benchmark) ?? [],
    }));
}

/** Names of the record sets of all benchmarks: each has columns of its own. */
export function recordSets(benchmarks: readonly AuditBenchmark[]): string[] {
  return [...new Set(benchmarks.flatMap(({ sets }) => sets.map((set) => set.record_set)))].sort(
    byText,
  );
}

/** Whether a record belongs to a part. */
export const isIn = (record: AuditRecordRow, part: AuditPart): boolean =>
  part === "key_plus_borrowed" ? record.key_and_borrowed : record.status === part;

/** The items that a record set puts in a part. */
export interface AuditList {
  readonly part: AuditPart;
  readonly recordSet: string;
  readonly benchmark: AuditBenchmark;
}

/** The key of an open list. */
export const listKey = (part: AuditPart, recordSet: string, benchmark: string): string =>
  `${part}|${recordSet}|${benchmark}`;

/** The list that a link opens; null where it names none of the view's. */
export function listOfKey(
  key: string | null,
  benchmarks: readonly AuditBenchmark[],
): AuditList | null {
  for (const benchmark of benchmarks)
    for (const { record_set: recordSet } of benchmark.sets)
      for (const part of AUDIT_PARTS)
        if (key === listKey(part, recordSet, benchmark.benchmark))
          return { part, recordSet, benchmark };
  return null;
}

/** What leads to the responses to one item. */
export const itemSelect = ({
  benchmark,
  item_id,
}: Pick<AuditRecordRow, "benchmark" | "item_id">): Select => [
  { field: "benchmark", values: [benchmark] },
  { field: "item", values: [item_id] },
];

const styleOf = (at: number): SeriesStyle => ({
  colour: at % PALETTE.length,
  marker: MARKERS[at % MARKERS.length] ?? "circle",
  dash: "solid",
});

/** Pixels between two marks of a part, and between its first and last: parts stay apart on a phone. */
const SHIFT = 14;
const SPREAD = 28;
const shiftOf = (i: number, of: number): number =>
  (i - (of - 1) / 2) * Math.min(SHIFT, SPREAD / Math.max(1, of - 1));

const share = (percent: number | null | undefined) => (percent == null ? null : percent / 100);

function pointOf(row: AuditSectionRow, part: AuditPart, x: number): PointModel {
  const { count, weighted_pct, missing_pct } = partCount(row, part);
  const range = missing_pct && missing_pct[1] > missing_pct[0] ? missing_pct : null;
  return {
    x,
    y: share(weighted_pct),
    low: share(range?.[0]),
    high: share(range?.[1]),
    n: count,
    gap: weighted_pct === null ? "the records have no weight" : null,
    select: null,
  };
}

/** Record sets as published, which stand beside those of every benchmark. */
export interface PrintedSets {
  readonly sets: readonly (Pick<SeriesModel, "id" | "label" | "points"> & {
    /** It has the colour of the record set of this name. */
    readonly name: string;
  })[];
  readonly notes: readonly string[];
}
const NOTHING: PrintedSets = { sets: [], notes: [] };

/** One panel a benchmark: the weighted share of each part, by record set. */
export function prepareAudit(
  benchmarks: readonly AuditBenchmark[],
  beside: PrintedSets = NOTHING,
): FigureModel {
  const names = recordSets(benchmarks);
  const drawn = benchmarks.slice(0, SERIES_CAP);
  // Names that no set of the data has come behind: a colour never changes with what stands beside.
  const named = [...new Set([...names, ...beside.sets.map(({ name }) => name)])];
  const ofName = (name: string) => styleOf(named.indexOf(name));
  const printed = beside.sets.map(({ name, id, label, points }) =>
    printedSeries({
      ...{ id, label, points },
      style: { ...ofName(name), dash: "dashed", hollow: true },
    }),
  );
  const panels = drawn.map(({ benchmark, sets }) => ({
    id: benchmark,
    title: benchmark,
    series: [
      ...sets.map((row) =>
        pointSeries({
          id: row.record_set,
          label: row.record_set,
          style: ofName(row.record_set),
          simulated: false,
          points: AUDIT_PARTS.map((part, at) => pointOf(row, part, at + 1)),
        }),
      ),
      ...printed,
    ].map((series, i, all) => ({ ...series, shift: shiftOf(i, all.length) })),
    shade: null,
    levels: [],
    readouts: [],
    warning: null,
  }));
  return {
    x: {
      label: "answers that the reviewer holds defensible",
      scale: "linear",
      domain: [0.5, AUDIT_PARTS.length + 0.5],
      ticks: AUDIT_PARTS.map((part, i) => ({ value: i + 1, label: PART_NAMES[part].short })),
    },
    y: valueAxis(
      "weighted share of the items",
      panels.flatMap(({ series }) => series.flatMap((s) => s.points.flatMap((p) => [p.y, p.high]))),
      [0],
    ),
    panels,
    labels: "legend",
    legend: [
      ...names.map((name) => ({ id: name, label: name, style: ofName(name) })),
      ...printed,
    ].map(({ id, label, style }) => ({ id, label, style, simulated: false, state: "shown" })),
    valueName: "weighted share",
    intervalName: "if every unresolved item belonged here (no confidence interval)",
    countOf: "items",
    cap:
      benchmarks.length > drawn.length
        ? { shown: drawn.length, of: benchmarks.length, what: "benchmarks" }
        : null,
    notes: [
      "key: the key alone; several: more than one option; other: one option that is not the key; none: no option; " +
        "open: unresolved; key+b: the key and a borrowed option, a part of several.",
      ...beside.notes,
    ],
  };
}
