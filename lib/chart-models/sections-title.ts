import { listOf, plural } from "@/lib/format/number";
import type { SectionBoard } from "./sections";

/** "Accuracy by section: 6 runs, 14 sections of mmlu-pro" */
export function sectionsTitle(boards: readonly SectionBoard[]): string {
  if (boards.length === 0) return "Accuracy by section";
  const runs = boards.reduce((sum, board) => sum + board.runs.length, 0);
  const parts = boards.map(({ benchmark, sections }) => {
    const named = sections.filter((section) => section !== null).length;
    return `${plural(named, "section")} of ${benchmark}`;
  });
  return `Accuracy by section: ${plural(runs, "run")}, ${listOf(parts)}`;
}
