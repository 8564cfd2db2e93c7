import { left, right, type PaperTable } from "../paper-table";
import { said, type PaperInput } from "../rows";
import {
  lacksOf,
  namesOf,
  percent,
  points,
  remarks,
  runsByName,
  runsText,
  sentences,
  withoutDiagnostics,
} from "./rows";
import { mixtureReason } from "@/lib/chart-models/mixture";
import { formatCount } from "@/lib/format/number";
import type { StemsRow } from "@/lib/metrics/rows";

/** "8,882", or "9,972 to 11,647" where runs differ. */
function rangeOf(counts: readonly number[]): string {
  const [few, many] = [Math.min(...counts), Math.max(...counts)];
  return few === many ? formatCount(few) : `${formatCount(few)} to ${formatCount(many)}`;
}

/** How many responses of a row each side has, by benchmark. */
function sizesText(rows: readonly StemsRow[]): string | null {
  const sizes = [...Map.groupBy(rows, ({ benchmark }) => benchmark)].map(([benchmark, own]) => {
    const unflagged = rangeOf(own.map((row) => row.n_unflagged));
    const flagged = rangeOf(own.map((row) => row.n_flagged));
    return `${unflagged} unflagged and ${flagged} flagged on ${benchmark}`;
  });
  return rows.length === 0 ? null : `Scored responses of a row: ${sizes.join("; ")}.`;
}

/** P2 Table 4: accuracy by the rule for negative stems, a run, condition and mode a row. */
export function stemGaps({ report }: PaperInput): PaperTable {
  const flagged = withoutDiagnostics(report.stems).filter(
    (row) => row.n_flagged + row.n_unflagged > 0,
  );
  const rows = runsByName(flagged, ["benchmark"]);
  const ids = rows.map(({ row }) => row.run_id);
  const lackOf = lacksOf(report);
  const remarksOn = (row: StemsRow) => [lackOf(row.run_id), mixtureReason(row.mixes)];
  const { signOf, notes } = remarks(rows.flatMap(({ row }) => remarksOn(row)));
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
      { ...said(label), ...signOf(...remarksOn(row)) },
      said(row.benchmark),
      percent(row.unflagged, 1),
      percent(row.flagged, 1),
      points(row.gap_pp, 1),
    ]),
    grouped: false,
    notes,
  };
}
