import { formatInterval, formatPoints, plural } from "@/lib/format/number";
import {
  byDrop,
  dropText,
  lastOf,
  meanDrop,
  type ItemCurve,
  type ItemLine,
  type ItemPoint,
} from "./items";
import { curveCells, curveColumns } from "./scaling-table";
import { curveFilters } from "./series";
import { capNotes, type CappedTable } from "./table-cap";
import {
  inSortOrder,
  type SortState,
  type TableCell,
  type TableColumn,
  type TableModel,
  type TableRow,
} from "./table-model";

/** So many rows are shown at once; all are sorted, and the file has all. */
export const ITEM_ROWS = 300;
/** The sort under which rows stand in groups. */
export const SECTION_SORT: SortState = { column: "section", direction: "asc" };

const ONE_TRIAL = "It needs at least two trials of the item.";

/** The N at which some item of several N was asked. */
function countsOf(curves: readonly ItemCurve[]): number[] {
  const points = curves
    .filter((own) => !own.fixed)
    .flatMap((own) => own.lines.flatMap((line) => line.points.map((point) => point.n)));
  return [...new Set(points)].sort((a, b) => a - b);
}

function columnsOf(curves: readonly ItemCurve[], counts: readonly number[]): TableColumn[] {
  const drops = curves.some((own) => own.lines.some((line) => line.drop !== null));
  const several = counts.length > 1;
  return [
    { id: "item", label: "Item", kind: "text", rowHeader: true },
    { id: "question", label: "Question", kind: "text", exportOnly: true },
    {
      id: "section",
      label: "Section",
      kind: "text",
      exportOnly: curves.every((own) => own.lines.every((line) => line.section === null)),
    },
    ...curveColumns(curves.map(({ curve }) => curve)).map((column): TableColumn => ({
      ...column,
      rowHeader: false,
    })),
    {
      id: "drop_pp",
      label: "Drop",
      kind: "points",
      hint: `Accuracy ${dropText(curves)}, percentage points, with its interval over trials`,
      exportOnly: !drops,
    },
    {
      id: "drop_ci_pp",
      label: "Drop, 95%",
      kind: "points_interval",
      hint: "z interval over trials, those of the two N independent of each other; not clipped",
      exportOnly: true,
    },
    { id: "n_options", label: "Highest N", kind: "count", hint: "The N of the next columns" },
    { id: "accuracy", label: "Accuracy", kind: "rate", hint: "At the highest N of the item" },
    {
      id: "acc_trial_ci",
      label: "95% over trials",
      kind: "interval",
      hint: "z interval at the highest N; not clipped",
    },
    { id: "n", label: "Responses", kind: "count", hint: "At the highest N" },
    ...counts.flatMap((n): TableColumn[] => [
      {
        id: `acc_${n}`,
        label: `N=${n}`,
        kind: "rate",
        hint: `Accuracy at N=${n}, with its interval over trials`,
        exportOnly: !several,
      },
      { id: `acc_${n}_ci`, label: `N=${n}, 95%`, kind: "interval", exportOnly: true },
    ]),
  ];
}

const inPoints = ([low, high]: readonly [number, number]): [number, number] => [
  100 * low,
  100 * high,
];

const noDrop = (fixed: boolean) =>
  fixed
    ? "A fixed question is asked at one N."
    : "It was not asked, or not scored, at both N of the drop.";

/** What a column says of an item: made for those that are shown, and to sort by. */
function cellOf(line: ItemLine, column: string, fixed: boolean): TableCell {
  const last = lastOf(line);
  switch (column) {
    case "item":
      return {
        value: line.item,
        ...(line.name.question !== null && { aside: line.name.question }),
      };
    case "question":
      return { value: line.name.question, reason: "The only question under this id." };
    case "section":
      return { value: line.section, reason: "section not stated" };
    case "drop_pp":
      return {
        value: line.drop === null ? null : 100 * line.drop,
        reason: noDrop(fixed),
        ...(line.dropInterval && {
          aside: formatInterval(inPoints(line.dropInterval), formatPoints),
        }),
      };
    case "drop_ci_pp":
      return {
        value: line.dropInterval && inPoints(line.dropInterval),
        reason: line.drop === null ? noDrop(fixed) : "It needs at least two trials at both N.",
      };
    case "n_options":
      return { value: last?.n ?? null };
    case "accuracy":
      return { value: last?.accuracy ?? null, reason: "No scored response." };
    case "acc_trial_ci":
      return { value: last?.interval ?? null, reason: ONE_TRIAL };
    case "n":
      return { value: last?.responses ?? null };
  }
  const at = /^acc_(\d+)(_ci)?$/.exec(column);
  if (at)
    return pointCell(
      line.points.find((p) => p.n === Number(at[1])),
      at[2] !== undefined,
    );
  const cells: Readonly<Record<string, TableCell>> = curveCells(line.curve);
  return cells[column] ?? { value: null };
}

function pointCell(point: ItemPoint | undefined, interval: boolean): TableCell {
  if (!point) return { value: null, reason: "Not asked at this N." };
  if (interval) return { value: point.interval, reason: ONE_TRIAL };
  return {
    value: point.accuracy,
    reason: "No scored response.",
    ...(point.interval && { aside: formatInterval(point.interval) }),
  };
}

interface Placed {
  readonly line: ItemLine;
  readonly fixed: boolean;
}

/** All items under a sort: by drop where none is chosen, and within equal places. */
function inOrder(
  placed: readonly Placed[],
  columns: readonly TableColumn[],
  sort: SortState | null,
) {
  const ranked = placed.toSorted((a, b) => byDrop(a.line, b.line));
  if (sort === null || !columns.some((column) => column.id === sort.column)) return ranked;
  return inSortOrder(ranked, ({ line, fixed }) => cellOf(line, sort.column, fixed), sort.direction);
}

const sectionId = (line: ItemLine) => line.section ?? "~";

/** "spacing · 120 rows, mean drop +12.3 points" */
function groupsOf(all: readonly Placed[], shown: readonly Placed[]): TableModel["groups"] {
  const ids = [...new Set(shown.map(({ line }) => sectionId(line)))];
  const bySection = Map.groupBy(all, ({ line }) => sectionId(line));
  return ids.map((id) => {
    const lines = (bySection.get(id) ?? []).map(({ line }) => line);
    const drop = meanDrop(lines);
    const items = new Set(lines.map((line) => line.key)).size;
    return {
      id,
      label: [
        id === "~" ? "section not stated" : id,
        plural(items, "item"),
        ...(drop === null ? [] : [`mean drop ${formatPoints(100 * drop)} points`]),
      ].join(" · "),
    };
  });
}

/**
 * Every item of every curve under a sort, the first `limit` of them. Sorted by section, rows stand in
 * groups, each with the mean of its drops.
 */
export function itemsTable(
  curves: readonly ItemCurve[],
  sort: SortState | null,
  limit = Infinity,
): CappedTable {
  const columns = columnsOf(curves, countsOf(curves));
  const all = curves.flatMap(({ lines, fixed }) => lines.map((line) => ({ line, fixed })));
  const ordered = inOrder(all, columns, sort);
  const shown = ordered.slice(0, limit);
  const grouped = sort?.column === SECTION_SORT.column;
  return {
    table: {
      caption: "Accuracy by item",
      columns,
      groups: grouped ? groupsOf(all, shown) : [],
      rows: shown.map(({ line, fixed }): TableRow => ({
        id: line.id,
        group: grouped ? sectionId(line) : null,
        simulated: line.curve.simulated,
        select: [...curveFilters(line.curve, null), { field: "item", values: [line.item] }],
        cells: Object.fromEntries(
          columns.map((column) => [column.id, cellOf(line, column.id, fixed)]),
        ),
      })),
    },
    ...capNotes(shown.length, ordered.length),
  };
}
