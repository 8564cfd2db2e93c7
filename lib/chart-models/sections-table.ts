import { formatInterval, formatRate, plural } from "@/lib/format/number";
import { SECTION_GLOSSES } from "@/lib/reference/glosses";
import { mixtureReason, toldMixed } from "./mixture";
import { printedLabel, simulationAmong } from "./model";
import { runSelect } from "./run-names";
import {
  meanOfRuns,
  sectionInterval,
  type SectionBoard,
  type SectionRun,
  type SectionsRow,
} from "./sections";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** Rows above the sections, by the names that tell the two means apart. */
export const MEANS = { macro: "section-macro", micro: "item-micro" } as const;
const GROUPS = [
  { id: "means", label: "Over all sections" },
  { id: "sections", label: "By section" },
] as const;

const NONE_NAMED = "no section named";
export const sectionName = (section: string | null): string => section ?? NONE_NAMED;

/** The English name, where a section of this name has one. */
export const glossOf = (section: string | null): string | null =>
  section === null ? null : (SECTION_GLOSSES.get(section) ?? null);

/** A coloured cell: its place on the scale, and what is told of it. */
export function heatCell(value: number | null, told: string, reason: string): TableCell {
  return value === null ? { value, reason } : { value, heat: value, told };
}

const countText = ({ n, n_items }: Pick<SectionsRow, "n" | "n_items">): string =>
  n === n_items ? plural(n, "response") : `${plural(n_items, "item")}, ${plural(n, "response")}`;

function told(
  name: string,
  label: string,
  value: number | null,
  interval: readonly [number, number] | null,
  counts: string,
): string {
  const shown = interval ? `${formatRate(value)} ${formatInterval(interval)}` : formatRate(value);
  return `${name}, ${label}: ${shown}, ${counts}`;
}

const NO_RESPONSE = "No scored response.";

function sectionCell({ run, rows, label }: SectionRun, section: string | null): TableCell {
  const row = rows.get(section);
  if (!row) return { value: null, reason: "The run has no scored response in this section." };
  const { accuracy } = row;
  const interval = sectionInterval(run, row);
  return {
    ...heatCell(
      accuracy,
      told(sectionName(section), label, accuracy, interval, countText(row)),
      mixtureReason(run.mixes) ?? NO_RESPONSE,
    ),
    select: [...runSelect(run), { field: "section", values: [section] }],
  };
}

function meanCell({ run, rows, label }: SectionRun, kind: keyof typeof MEANS): TableCell {
  const value = kind === "macro" ? run.section_macro : run.section_micro;
  const named = [...rows.keys()].filter((section) => section !== null).length;
  const counts =
    kind === "macro"
      ? `mean of ${plural(named, "section")}`
      : countText({ n: run.n, n_items: run.n_items });
  const interval = kind === "micro" ? run.wilson : null;
  return {
    ...heatCell(
      value,
      told(MEANS[kind], label, value, interval, counts),
      mixtureReason(run.mixes) ?? NO_RESPONSE,
    ),
    select: runSelect(run),
  };
}

/** One value where all agree, the least and the most where they do not; null without any. */
function spanOf(values: readonly number[]): number | readonly [number, number] | null {
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? low : [low, high];
}

const sumItems = (rows: Iterable<SectionsRow>) =>
  [...rows].reduce((sum, row) => sum + row.n_items, 0);

/** Items behind a mean: those that name no section are no part of section-macro. */
export function itemsBehind({ run, rows }: SectionRun, kind: keyof typeof MEANS): number {
  return kind === "micro"
    ? run.n_items
    : sumItems([...rows.values()].filter(({ section }) => section !== null));
}

/** The share of a run's items that a section holds. */
function shareOf(run: SectionRun, section: string | null): number | null {
  const row = run.rows.get(section);
  return row ? row.n_items / sumItems(run.rows.values()) : null;
}

const OTHER_ITEMS = "The runs have other numbers of items in their sections: their shares differ.";

function factsOf(board: SectionBoard, section: string | null): Record<string, TableCell> {
  const shares = board.runs.map((run) => shareOf(run, section));
  const [first = null] = shares;
  const alike = shares.every(
    (share) => share !== null && first !== null && Math.abs(share - first) < 1e-12,
  );
  const mean = meanOfRuns(board.runs, section);
  const name = sectionName(section);
  return {
    n_items: { value: spanOf(board.runs.flatMap(({ rows }) => rows.get(section)?.n_items ?? [])) },
    share: { value: alike ? first : null, reason: OTHER_ITEMS },
    mean: heatCell(
      mean,
      told(name, "mean of the runs", mean, null, plural(board.runs.length, "run")),
      "Not every run has an accuracy in this section.",
    ),
  };
}

function columnsOf({ runs, sections }: SectionBoard): TableColumn[] {
  const among = simulationAmong(runs.map(({ run }) => run));
  const glossed = sections.some((section) => glossOf(section) !== null);
  return [
    { id: "section", label: "Section", kind: "text", rowHeader: true },
    ...(glossed
      ? [{ id: "gloss", label: "In English", kind: "text", exportOnly: true } as const]
      : []),
    { id: "n_items", label: "Items", kind: "range", hint: "Items with a scored response" },
    { id: "share", label: "Share", kind: "rate", hint: "Share of the run's items" },
    ...(runs.length > 1
      ? [
          {
            id: "mean",
            label: "Mean of runs",
            kind: "rate",
            hint: "Unweighted mean of the runs in view: it puts the sections in order and compares nothing",
          } as const,
        ]
      : []),
    ...runs.map(({ id, run, label }): TableColumn => {
      const { mode, condition, scorer } = toldMixed(run, run.mixes);
      return {
        id,
        label: printedLabel({ label, simulated: run.simulated }, among),
        kind: "rate",
        hint: [mode, condition, scorer, plural(run.n, "response")]
          .filter((part) => part !== null)
          .join(" · "),
      };
    }),
  ];
}

function meansRow(board: SectionBoard, kind: keyof typeof MEANS): TableRow {
  const items = spanOf(board.runs.map((run) => itemsBehind(run, kind)));
  const values = board.runs.map(({ run }) =>
    kind === "macro" ? run.section_macro : run.section_micro,
  );
  const known = values.filter((value) => value !== null);
  const mean =
    known.length < values.length
      ? null
      : known.reduce((sum, value) => sum + value, 0) / known.length;
  return {
    id: MEANS[kind],
    group: GROUPS[0].id,
    simulated: false,
    select: null,
    cells: {
      section: {
        value: MEANS[kind],
        aside: kind === "macro" ? "(mean of the sections)" : "(mean of the items)",
      },
      gloss: { value: null },
      n_items: { value: items },
      share: { value: null, reason: "It is no section." },
      mean: heatCell(
        mean,
        told(MEANS[kind], "mean of the runs", mean, null, plural(board.runs.length, "run")),
        "Not every run has this mean.",
      ),
      ...Object.fromEntries(board.runs.map((run) => [run.id, meanCell(run, kind)])),
    },
  };
}

function rowOf(board: SectionBoard, section: string | null): TableRow {
  const gloss = glossOf(section);
  return {
    id: section === null ? "~none" : `section ${section}`,
    group: GROUPS[1].id,
    simulated: false,
    select: [
      { field: "benchmark", values: [board.benchmark] },
      { field: "section", values: [section] },
    ],
    cells: {
      section: {
        value: section ?? NONE_NAMED,
        ...(gloss !== null && { aside: `(${gloss})` }),
      },
      gloss: { value: gloss },
      ...factsOf(board, section),
      ...Object.fromEntries(board.runs.map((run) => [run.id, sectionCell(run, section)])),
    },
  };
}

/** Sections as rows, runs as columns, coloured by accuracy; the two means stand above. */
export function sectionsTable(board: SectionBoard): TableModel {
  return {
    caption: `Accuracy by section of ${board.benchmark}, by run`,
    columns: columnsOf(board),
    groups: GROUPS,
    rows: [
      meansRow(board, "macro"),
      meansRow(board, "micro"),
      ...board.sections.map((section) => rowOf(board, section)),
    ],
  };
}
