import { textWidth } from "@/lib/chart-models/labels";
import { heatColour } from "@/lib/chart-models/palette";
import {
  sortedRows,
  type SortState,
  type TableColumn,
  type TableModel,
  type TableRow,
} from "@/lib/chart-models/table-model";
import { cellText } from "@/lib/chart-models/table-text";
import { paragraph, stack, type Block } from "./blocks";
import { wrapText } from "./wrap";
import { AXIS, element, GRID, MUTED, text } from "./xml";

const SIZE = 9.5;
const LINE = 12;
const PAD = 5;
const GAP = 10;
/** Sentences in a cell are broken at this width, headings at the next. */
const SENTENCE = 130;
const HEADING = 64;

const isText = (column: TableColumn) => column.kind === "text";

/** A cell with what stands beside it, as lines: "0.712 [0.655, 0.768]". */
function linesOf(column: TableColumn, row: TableRow, mixed: boolean): string[] {
  const cell = row.cells[column.id];
  const parts = [
    cellText(column, cell) + (cell?.signs === undefined ? "" : ` (${cell.signs})`),
    ...(cell?.mark === undefined ? [] : [cell.mark]),
    ...(cell?.aside === undefined ? [] : [cell.aside]),
    ...(column.rowHeader && mixed && row.simulated ? ["(simulated)"] : []),
  ].join(" ");
  return isText(column) && !column.rowHeader ? wrapText(parts, SIZE, SENTENCE) : [parts];
}

const widest = (lines: readonly string[]) => Math.max(0, ...lines.map((l) => textWidth(l, SIZE)));

/** Left edges of columns that share a width; scaled down together where they want more than it. */
function placed(wanted: readonly number[], width: number) {
  const total = wanted.reduce((sum, one) => sum + one, 0);
  const between = Math.max(1, wanted.length - 1);
  const gap = Math.max(GAP, Math.min(28, (width - total) / between));
  const natural = total + gap * between;
  const lefts = wanted.map((_, i) => wanted.slice(0, i).reduce((sum, one) => sum + one + gap, 0));
  return { lefts, natural, shrink: Math.min(1, width / natural) };
}

interface ShownTable {
  readonly table: TableModel;
  readonly sort: SortState | null;
  readonly note: string | null;
}

/** A table as it stands on the screen, for views whose figure it is: sorted within its groups. */
export function tableBlock({ table, sort, note }: ShownTable, width: number): Block {
  const columns = table.columns.filter((c) => c.exportOnly !== true && c.kind !== "spark");
  const mixed = new Set(table.rows.map((row) => row.simulated)).size > 1;
  const headings = columns.map((column) => wrapText(column.label, SIZE, HEADING));
  const wanted = columns.map((column, i) =>
    Math.max(
      widest(headings[i] ?? []) * 1.06,
      ...table.rows.map((row) => widest(linesOf(column, row, mixed))),
    ),
  );
  const { lefts, natural, shrink } = placed(wanted, width);
  const parts: string[] = [];
  const put = (i: number, y: number, lines: readonly string[], weight: 400 | 600) => {
    const column = columns[i];
    if (!column) return;
    const left = isText(column);
    const x = (lefts[i] ?? 0) + (left ? 0 : (wanted[i] ?? 0));
    const style = left
      ? ({ size: SIZE, weight } as const)
      : ({ size: SIZE, weight, anchor: "end", tabular: true } as const);
    lines.forEach((line, j) => parts.push(text(x, y + (j + 1) * LINE - 3, line, style)));
  };
  const rule = (y: number, stroke: string) =>
    parts.push(element("line", { x1: 0, x2: natural, y1: y, y2: y, stroke, "stroke-width": 1 }));

  const colour = (i: number, y: number, heat: number, height: number) =>
    parts.push(
      element("rect", {
        x: (lefts[i] ?? 0) - 2,
        y,
        width: (wanted[i] ?? 0) + 4,
        height,
        fill: heatColour(heat, "light"),
      }),
    );

  let y = Math.max(...headings.map((lines) => lines.length)) * LINE + PAD;
  headings.forEach((lines, i) => put(i, 0, lines, 600));
  rule(y, AXIS);
  const groups = table.groups.length > 0 ? table.groups : [{ id: "", label: "" }];
  for (const group of groups) {
    if (group.label !== "") {
      y += PAD + LINE;
      parts.push(text(0, y, group.label, { size: SIZE, fill: MUTED, weight: 600 }));
      y += PAD;
    }
    const rows = table.rows.filter((one) => (one.group ?? "") === group.id);
    for (const row of sortedRows(table, rows, sort)) {
      const cells = columns.map((column) => linesOf(column, row, mixed));
      const height = Math.max(...cells.map((lines) => lines.length)) * LINE + PAD;
      columns.forEach(({ id }, i) => {
        const heat = row.cells[id]?.heat;
        if (heat !== undefined) colour(i, y, heat, height);
      });
      cells.forEach((lines, i) => put(i, y + PAD / 2, lines, 400));
      y += height;
      rule(y, GRID);
    }
  }
  const scaled = element("g", { transform: `scale(${shrink.toFixed(4)})` }, parts.join(""));
  const body: Block = { height: (y + 2) * shrink, svg: scaled };
  const notes = [
    ...(note === null ? [] : [note]),
    ...(table.remarks ?? []),
    ...(table.notes ?? []).map(({ sign, text: said }) => `(${sign}) ${said}`),
  ].map((said) => paragraph(said, SIZE, width, MUTED));
  return notes.length === 0 ? body : stack([body, stack(notes, 2)], 8);
}
