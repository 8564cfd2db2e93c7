import { formatFixed } from "@/lib/format/number";
import { P1_SOURCE } from "@/lib/reference/papers";
import {
  publishedCells,
  PUBLISHED_ENVIRONMENTS,
  PUBLISHED_MODELS,
  type PublishedCell,
} from "@/lib/reference/published";
import { SERIES_CAP, type LegendEntry, type SeriesStyle } from "./model";
import { assignStyles } from "./palette";
import { intervalText, notesOf, signed, type Printed } from "./published-table";
import type { TableCell, TableModel, TableNote, TableRow } from "./table-model";

/** What names published values wherever they stand beside recomputed ones. */
export const publishedLabel = (model: string, paper: "P1" | "P2" = "P1"): string =>
  `${model}, published (${paper})`;
/** Key of a published model in the legend and in `hidden`. */
export const publishedId = (model: string): string => `published:${model}`;

/** Published values stand beside an environment by its name: nothing says that the items are P1's. */
const BESIDE =
  "on P1's own items (Korean orthography), set beside every environment that is called easy or full, " +
  "whatever its benchmark and items";

/** What the signs say that stand on drawn values; nothing without any. */
export function markNotes(drawn: readonly Pick<TableCell, "signs">[]): string[] {
  const marks = notesOf(drawn.map((one) => ({ value: null, ...one })));
  if (marks.length === 0) return [];
  return [
    "Where the paper disagrees with itself: " +
      marks.map(({ sign, text }) => `(${sign}) ${text}`).join(" "),
  ];
}

/** What a figure says about the published curves in it, and about the marks on what is drawn. */
export function publishedNotes(drawn: readonly Printed[]): string[] {
  return [
    `Hollow markers, joined by dashes: values as published (${P1_SOURCE}), ${BESIDE}.`,
    ...markNotes(drawn.map((one) => signed(one))),
  ];
}

/** The same under a table, whose rows say "published (P1)". */
const ROWS_NOTE: TableNote = { sign: "P1", text: `As published (${P1_SOURCE}), ${BESIDE}.` };

/** The paper's environments among those in view, in its order. */
export function publishedEnvironments(environments: Iterable<string | null>): string[] {
  const inView = new Set(environments);
  return PUBLISHED_ENVIRONMENTS.filter((environment) => inView.has(environment));
}

/**
 * Styles of the published models: the colour and marker of the model of that name where the data
 * hold it, else one of its own; always dashed and hollow.
 * @param models all that the paper prints something of
 */
export function publishedStyles(
  styles: ReadonlyMap<string, SeriesStyle>,
  models: readonly string[] = PUBLISHED_MODELS,
): ReadonlyMap<string, SeriesStyle> {
  const absent = models.filter((model) => !styles.has(model));
  const own = assignStyles(
    // As of one benchmark: all are drawn beside each other.
    absent.map((model) => ({ model, benchmark: "published" })),
    [...styles.values()],
  );
  return new Map(
    models.flatMap((model) => {
      const style = styles.get(model) ?? own.get(model);
      return style ? [[model, { ...style, dash: "dashed" as const, hollow: true }] as const] : [];
    }),
  );
}

/** Legend entries of the published models, capped as all curves are. */
export function publishedLegend(
  styles: ReadonlyMap<string, SeriesStyle>,
  hidden: readonly string[],
): (LegendEntry & { readonly model: string })[] {
  let drawn = 0;
  return [...publishedStyles(styles)].map(([model, style]) => {
    const id = publishedId(model);
    const state = hidden.includes(id) ? "hidden" : drawn < SERIES_CAP ? "shown" : "beyond";
    if (state === "shown") drawn += 1;
    return { id, model, label: publishedLabel(model), style, simulated: false, state };
  });
}

export const NOT_PUBLISHED = "The paper does not print it.";

/** A percentage of a paper on our scale of 0 to 1, with as many digits as it prints. */
export function rateOfPercent({ value, digits }: Pick<PublishedCell, "value" | "digits">) {
  return { value: Number((value / 100).toFixed(digits + 2)), digits: digits + 2 };
}

/** A published value as a cell of a table: printed decimals, and the signs of its marks. */
export function publishedValue(
  cell: PublishedCell | null,
  more: Pick<TableCell, "aside"> = {},
): TableCell {
  if (cell === null) return { value: null, reason: NOT_PUBLISHED };
  return { value: cell.value, digits: cell.digits, ...signed([cell, ["value"]]), ...more };
}

/** A published value with its interval beside it, and the signs of both. */
export function publishedWithInterval(cell: PublishedCell | null, over: string): TableCell {
  const text = cell && intervalText(cell);
  if (cell === null || text === null) return publishedValue(cell);
  return {
    ...publishedValue(cell, { aside: `${text} over ${over}` }),
    ...signed([cell, ["value", "interval"]]),
  };
}

/** A published value with what other tables print for it: "T2 0.8560, T4 0.86", signs of all. */
export function publishedBeside(
  leading: PublishedCell | null,
  others: readonly (PublishedCell | null)[],
): TableCell {
  const beside = others.filter((cell) => cell !== null);
  if (leading === null || beside.length === 0) return publishedValue(leading);
  const texts = beside.map(
    (cell) => `T${cell.table.slice("p1_table".length)} ${formatFixed(cell.value, cell.digits)}`,
  );
  return {
    ...publishedValue(leading, { aside: texts.join(", ") }),
    ...signed(...[leading, ...beside].map((cell): Printed => [cell, ["value"]])),
  };
}

/** The interval printed with a value. */
export function publishedInterval(cell: PublishedCell | null): TableCell {
  if (cell?.interval == null) return { value: null, reason: NOT_PUBLISHED };
  return { value: cell.interval, digits: cell.digits, ...signed([cell, ["interval"]]) };
}

/** The one value of a table at one place, without padding. */
export function publishedAt(
  table: PublishedCell["table"],
  metric: string,
  place: { readonly model: string; readonly environment: string; readonly n?: number },
): PublishedCell | null {
  const { model, environment, n } = place;
  return (
    publishedCells({ table, metric, model, environment }).find(
      (cell) => n === undefined || cell.n === n,
    ) ?? null
  );
}

/** A published row: it leads to no responses, for there are none. */
export function publishedRow(
  id: string,
  group: string | null,
  cells: Readonly<Record<string, TableCell>>,
): TableRow {
  return { id, group, cells, select: null, simulated: false };
}

/**
 * A table of recomputed values with published rows behind them, what they are, and their marks.
 * @param note what the rows are, where they are not P1's
 */
export function withPublishedRows(
  table: TableModel,
  rows: readonly TableRow[],
  note: TableNote = ROWS_NOTE,
): TableModel {
  if (rows.length === 0) return table;
  // A mark of a column that is not shown has no sign to lead to it.
  const shown = table.columns.filter((column) => column.exportOnly !== true);
  return {
    ...table,
    rows: [...table.rows, ...rows],
    notes: [
      ...(table.notes ?? []),
      note,
      ...notesOf(rows.flatMap((row) => shown.map(({ id }) => row.cells[id]))),
    ],
  };
}

/** What a published row says in the columns that name a curve. */
export function publishedCurveCells(model: string, environment: string): Record<string, TableCell> {
  return {
    model: { value: publishedLabel(model) },
    benchmark: { value: "P1" },
    environment: { value: environment },
    padding: { value: "none" },
    mode: { value: null, reason: NOT_PUBLISHED },
    condition: { value: null, reason: NOT_PUBLISHED },
    scorer: { value: null, reason: NOT_PUBLISHED },
  };
}
