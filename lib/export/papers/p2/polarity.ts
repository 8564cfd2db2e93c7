import { hasPolarity, polarityPairs } from "@/lib/chart-models/audit-polarity";
import { left, right, type PaperTable } from "../paper-table";
import { number, said, type PaperInput } from "../rows";
import { namedSets, recordsText } from "./audit";
import { counted, sentences } from "./rows";

/** P2 Table 8: the rule's flag against the polarity that each set of reviewer records has. */
export function auditPolarity({ report }: PaperInput): PaperTable {
  const sets = report.audit ?? [];
  const named = namedSets(sets);
  return {
    id: "p2-table8",
    caption: sentences([
      "Flag of the stem against the polarity that reviewers recorded: n is the observed count; weight is the sum of the questions that each stands for. Corrections are followed. Comparisons of recorded labels, no precision or recall of the rule.",
      sets.length > 0 && !hasPolarity(sets)
        ? "No record says how its reviewer reads the stem."
        : null,
      recordsText(sets),
    ]),
    columns: [
      left("Flag / recorded polarity"),
      ...named.flatMap(({ label }) => [right(`${label} n`), right(`${label} weight`)]),
    ],
    rows:
      sets.length === 0
        ? []
        : polarityPairs(sets).map(({ label, of }) => [
            said(label),
            ...sets.flatMap((set) => [counted(of(set).count), number(of(set).weight, 1)]),
          ]),
    grouped: false,
    notes: [],
  };
}
