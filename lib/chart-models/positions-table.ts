import type { PositionDistributionRow, PositionsRow } from "@/lib/metrics/rows";
import type { CellSize } from "@/lib/metrics/sections/cell-sizes";
import { formatRate } from "@/lib/format/number";
import { prefixMass } from "./positions";
import { curveCells, curveColumns } from "./scaling-table";
import { byCurve, curveFilters, curveKey } from "./series";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

function columns(k: number): readonly TableColumn[] {
  const first = k === 1 ? "first position" : `first ${k} positions`;
  return [
    { id: "n_valid", label: "Valid", kind: "count", hint: "Responses that name an option" },
    { id: "null_share", label: "No answer", kind: "rate", hint: "Share of scored rows not valid" },
    { id: "pfi", label: `PFI ${k}`, kind: "rate", hint: `Share of responses on the ${first}` },
    {
      id: "delta_pfi",
      label: `ΔPFI ${k}`,
      kind: "signed_rate",
      hint: `That share less the share of gold on the ${first}`,
    },
    { id: "pfi_gold", label: `gold ${k}`, kind: "rate", exportOnly: true },
    { id: "entropy", label: "Entropy", kind: "rate", hint: "1 = spread evenly over all positions" },
    { id: "front_20", label: "Front 20", kind: "rate", hint: "Mass on the first min(20, N)" },
    { id: "tail_20", label: "Tail 20", kind: "rate", hint: "Mass on the last min(20, N)" },
    {
      id: "mean_pos",
      label: "Mean pos.",
      kind: "fixed1",
      hint: "Mean position of valid responses",
    },
    { id: "ks", label: "KS", kind: "rate", hint: "Largest distance of the two CDFs" },
    { id: "ks_at", label: "at", kind: "count", hint: "Smallest position with that distance" },
    {
      id: "slope",
      label: "Slope",
      kind: "signed_rate",
      hint: "Accuracy (0 to 1) per decile of the gold position, weighted least squares",
    },
  ];
}

/** Positional diagnostics, one row a curve; gold's own value stands beside each. */
export function positionsTable(
  rows: readonly PositionsRow[],
  distribution: readonly PositionDistributionRow[],
  sizes: readonly CellSize[],
  k: number,
): TableModel {
  const nulls = new Map(sizes.map((row) => [curveKey(row), row.null_share]));
  const curves = byCurve(distribution);
  return {
    caption: "Positional diagnostics",
    columns: [...curveColumns(rows), ...columns(k)],
    groups: [],
    rows: rows.map((row): TableRow => {
      const mass = prefixMass(curves.get(curveKey(row)) ?? [], k);
      const none = "No valid response.";
      const beside = (value: number | null, gold: number | null): TableCell => ({
        value,
        reason: none,
        ...(gold !== null && { aside: `gold ${formatRate(gold)}` }),
      });
      return {
        id: curveKey(row),
        group: null,
        simulated: row.simulated,
        select: curveFilters(row, row.n_options),
        cells: {
          ...curveCells(row),
          n_valid: { value: row.n_valid },
          null_share: { value: nulls.get(curveKey(row)) ?? null, reason: "No scored response." },
          pfi: beside(mass.pfi, mass.gold),
          delta_pfi: { value: mass.delta, reason: none },
          pfi_gold: { value: mass.gold, reason: "No scored response." },
          entropy: beside(row.entropy, row.entropy_gold),
          front_20: beside(row.front_20, row.front_20_gold),
          tail_20: beside(row.tail_20, row.tail_20_gold),
          mean_pos: {
            value: row.mean_pos,
            reason: none,
            ...(row.mean_pos_gold !== null && { aside: `gold ${row.mean_pos_gold.toFixed(1)}` }),
          },
          ks: { value: row.ks, reason: none },
          ks_at: { value: row.ks_at, reason: none },
          slope: { value: row.slope, reason: "Gold stands in fewer than two deciles." },
        },
      };
    }),
  };
}
