import type { MechanismCell } from "./padding-diagnostics";
import type { MechanismModel } from "./padding-mechanism";
import { paddingName } from "./padding-groups";
import { curveCells, curveColumns } from "./scaling-table";
import type { TableCell, TableColumn, TableModel } from "./table-model";

const SIDES = ["a", "b", "difference"] as const;

const COLUMNS: readonly TableColumn[] = [
  { id: "n_options", label: "N", kind: "count" },
  { id: "padding_a", label: "First", kind: "text" },
  { id: "padding_b", label: "Second", kind: "text" },
  { id: "diagnostic", label: "Diagnostic", kind: "text" },
  ...SIDES.flatMap((side): TableColumn[] => [
    { id: side, label: side, kind: "rate" },
    { id: `${side}_ci`, label: `${side}, 95%`, kind: "interval" },
    ...(side === "difference"
      ? []
      : [{ id: `${side}_gold`, label: `${side}, gold`, kind: "rate" as const }]),
  ]),
];

const paddingCell = (padding: string): TableCell => ({
  value: padding,
  text: paddingName(padding),
});

/** The cells of one side: a number or an interval, and the gold's own number. */
function sideCells(side: string, { value, gold }: MechanismCell): [string, TableCell][] {
  const isInterval = typeof value === "object";
  return [
    [side, { value: isInterval ? null : value }],
    [`${side}_ci`, { value: isInterval ? value : null }],
    [`${side}_gold`, { value: gold ?? null }],
  ];
}

/** Diagnostics of two paddings in full numbers, for the file: a row a model and diagnostic. */
export function mechanismTable(models: readonly MechanismModel[], n: number): TableModel {
  return {
    caption: `Two paddings side by side, N=${n}`,
    columns: [
      ...curveColumns(models.map(({ curve }) => curve)).filter(({ id }) => id !== "padding"),
      ...COLUMNS,
    ],
    groups: [],
    rows: models.flatMap((model) =>
      model.lines.map((line) => ({
        id: `${model.id}|${line.id}`,
        group: null,
        simulated: model.simulated,
        select: null,
        cells: {
          ...curveCells(model.curve),
          n_options: { value: n },
          padding_a: paddingCell(model.a),
          padding_b: paddingCell(model.b),
          diagnostic: { value: line.label },
          ...Object.fromEntries(SIDES.flatMap((side) => sideCells(side, line[side]))),
        },
      })),
    ),
  };
}
