import { formatFixed, plural } from "@/lib/format/number";
import type { AuditSectionRow } from "@/lib/metrics/question-rows";
import { left, right, type PaperTable } from "../paper-table";
import { number, said, type PaperInput } from "../rows";
import { counted, namesOf, sentences } from "./rows";

type Share = (set: AuditSectionRow) => {
  readonly count: number;
  readonly weighted_pct: number | null;
};

const ROWS: readonly { readonly label: string; readonly of: Share }[] = [
  { label: "Unique source key", of: ({ classes }) => classes.unique_source_key },
  { label: "Multiple answers", of: ({ classes }) => classes.multiple },
  { label: "Single alternative", of: ({ classes }) => classes.single_alternative },
  { label: "No answer", of: ({ classes }) => classes.no_answer },
  { label: "Unresolved", of: ({ classes }) => classes.unresolved },
  { label: "Key + borrowed answer", of: ({ key_plus_borrowed }) => key_plus_borrowed },
];
/** The paper's records have none, and its table no line for it. */
const OURS = "No answer";

/** How far unresolved items leave the last line open: missingness, no interval of statistics. */
function openText(set: AuditSectionRow, label: string): string | null {
  const range = set.key_plus_borrowed.range_pct;
  if (range === null || range[1] <= range[0]) return null;
  return `${label}: if every unresolved question had the key and a borrowed answer, these would be ${formatFixed(range[1], 1)}%.`;
}

/** What the records of a table are, for its caption. */
export function recordsText(sets: readonly AuditSectionRow[]): string {
  if (sets.length === 0) return "Data: none.";
  const sizes = [...new Set(sets.map(({ n }) => n))].sort((a, b) => a - b);
  const [few = 0, many = few] = [sizes[0], sizes.at(-1)];
  const questions =
    few === many ? plural(many, "question") : `${few} to ${plural(many, "question")}`;
  return `Data: ${namesOf(sets.map(({ benchmark }) => benchmark))}, ${questions} a record set.`;
}

/** Record sets by their names, with the benchmark's where there are several. */
export function namedSets(sets: readonly AuditSectionRow[]) {
  const several = new Set(sets.map(({ benchmark }) => benchmark)).size > 1;
  return sets.map((set) => ({
    set,
    label: several ? `${set.benchmark} ${set.record_set}` : set.record_set,
  }));
}

/** P2 Table 7: what each set of reviewer records holds defensible, weighted by inclusion. */
export function auditClasses({ report }: PaperInput): PaperTable {
  const sets = report.audit ?? [];
  const named = namedSets(sets);
  const lines = ROWS.filter(
    ({ label, of }) => label !== OURS || sets.some((set) => of(set).count > 0),
  );
  return {
    id: "p2-table7",
    caption: sentences([
      "Reviewer records of sampled questions: n is the observed count; W% weights each question by the questions that it stands for, over all of them, unresolved ones included. The last row is part of the multiple answers. Summaries of records, no certified rates.",
      ...named.map(({ set, label }) => openText(set, label)),
      recordsText(sets),
    ]),
    columns: [
      left("Answer-set classification"),
      ...named.flatMap(({ label }) => [right(`${label} n`), right(`${label} W%`)]),
    ],
    rows:
      sets.length === 0
        ? []
        : lines.map(({ label, of }) => [
            said(label),
            ...sets.flatMap((set) => [counted(of(set).count), number(of(set).weighted_pct, 1)]),
          ]),
    grouped: false,
    notes: [],
  };
}
