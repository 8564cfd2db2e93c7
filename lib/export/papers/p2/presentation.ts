import { formatFixed } from "@/lib/format/number";
import type { PresentationRow } from "@/lib/metrics/question-rows";
import { left, right, type PaperCell, type PaperTable } from "../paper-table";
import { number, said, type PaperInput } from "../rows";
import { points, runRemarks, runsByName, runsText, sentences, withoutDiagnostics } from "./rows";

const PAPER_N = 10;

/** The N that is asked for where the records have it; else the paper's 10, or the largest. */
function chosenN(rows: readonly PresentationRow[], n: number | null): number {
  const counts = rows.map((row) => row.n_options);
  if (n !== null && counts.includes(n)) return n;
  return counts.includes(PAPER_N) || counts.length === 0 ? PAPER_N : Math.max(...counts);
}

function range({ acc_by_gold_min: low, acc_by_gold_max: high }: PresentationRow): PaperCell {
  if (low === null || high === null) return said(null);
  return said(`${formatFixed(100 * low, 1)}–${formatFixed(100 * high, 1)}`);
}

/** P2 Table 6: position and length of the answers at one N, a presentation a row. */
export function presentations({ report, n = null }: PaperInput): PaperTable {
  const all = withoutDiagnostics(report.presentation);
  const at = chosenN(all, n);
  const here = all.filter((row) => row.n_options === at);
  const rows = runsByName(here);
  const ids = rows.map(({ row }) => row.run_id);
  const { signOf, notes } = runRemarks(report, ids);
  const counted = new Set(here.map((row) => row.n));
  const [only] = counted.size === 1 ? counted : [];
  return {
    id: "p2-table6",
    caption: sentences([
      `Position and length at ${at} options, fixed questions. Range: lowest and highest accuracy by gold position, in percent. Slope: percentage points a later gold position. Entropy: of the valid responses, divided by log ${at}. A excess: how much more often valid errors choose the first option than another non-key one, in percentage points. Length rank: mean length midrank of the options chosen on valid errors among the non-key options (0 shortest, 1 longest).`,
      only === undefined ? null : `Scored responses a row: ${formatFixed(only, 0)}.`,
      runsText(report, ids),
    ]),
    columns: [
      left("Model"),
      right("Range"),
      right("Slope"),
      right("Entropy"),
      right("A excess"),
      right("Length rank"),
    ],
    rows: rows.map(({ row, label }) => [
      { ...said(label), ...signOf(row.run_id) },
      range(row),
      number(row.slope_pp_per_position, 2),
      number(row.entropy, 3),
      points(row.error_primacy_pp, 1),
      number(row.length_midrank, 3),
    ]),
    grouped: false,
    notes,
  };
}
