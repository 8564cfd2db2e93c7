import { left, right, type PaperTable } from "../paper-table";
import { said, type PaperInput } from "../rows";
import {
  namesOf,
  percent,
  points,
  runRemarks,
  runsByName,
  runsText,
  sentences,
  withoutDiagnostics,
} from "./rows";
import { formatCount } from "@/lib/format/number";
import type { StemsRow } from "@/lib/metrics/rows";

/** "8,882/3,118 on Turkish MMLU Pro": how many responses each side has. */
function sizesText(rows: readonly StemsRow[]): string | null {
  const sizes = rows.map(
    (row) => `${formatCount(row.n_unflagged)}/${formatCount(row.n_flagged)} on ${row.benchmark}`,
  );
  return rows.length === 0 ? null : `Unflagged/flagged responses of a run: ${namesOf(sizes)}.`;
}

/** P2 Table 4: accuracy by the rule for negative stems, a run a row. */
export function stemGaps({ report }: PaperInput): PaperTable {
  const flagged = withoutDiagnostics(report.stems).filter(
    (row) => row.n_flagged + row.n_unflagged > 0,
  );
  const rows = runsByName(flagged, ["benchmark"]);
  const ids = flagged.map(({ run_id }) => run_id);
  const { signOf, notes } = runRemarks(report, ids);
  const rules = flagged.flatMap((row) => row.rules ?? []);
  return {
    id: "p2-table4",
    caption: sentences([
      "Accuracy in percent on stems that are flagged as negative and on the others, which are other questions. Gap: unflagged less flagged, in percentage points.",
      rules.length === 0 ? null : `Flagged by: ${namesOf(rules)}.`,
      sizesText(flagged),
      runsText(report, ids),
    ]),
    columns: [left("Model"), left("Benchmark"), right("Unflagged"), right("Flagged"), right("Gap")],
    rows: rows.map(({ row, label }) => [
      { ...said(label), ...signOf(row.run_id) },
      said(row.benchmark),
      percent(row.unflagged, 1),
      percent(row.flagged, 1),
      points(row.gap_pp, 1),
    ]),
    grouped: false,
    notes,
  };
}
