import { Check, Minus, X } from "lucide-react";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { formatCount, formatFixed, UNDEFINED } from "@/lib/format/number";
import { inWords, paddingWords } from "@/lib/format/words";
import type { RowColumn } from "@/lib/rows/columns";
import type { ViewRow } from "@/lib/rows/row";

const NOT_STATED = (
  <span className="text-muted" aria-label="not stated">
    {UNDEFINED}
  </span>
);

/** Right, wrong, or not scored: an icon and a word, so that colour is not the only sign. */
export function Verdict({ correct }: { readonly correct: boolean | null }) {
  if (correct === null)
    return (
      <span className="text-muted inline-flex items-center gap-1">
        <Minus size={14} aria-hidden /> not scored
      </span>
    );
  const Icon = correct ? Check : X;
  return (
    <span className={`inline-flex items-center gap-1 ${correct ? "text-good" : "text-danger"}`}>
      <Icon size={14} aria-hidden /> {correct ? "right" : "wrong"}
    </span>
  );
}

/** A text of a column as a reader meets it: identifiers of ours in words. */
export function columnWords(column: Pick<RowColumn, "id">, text: string): string {
  if (column.id === "outcome") return inWords(text);
  return column.id === "padding" ? paddingWords(text) : text;
}

/** One value of a response in the table. */
export function ResponseCell({ row, column }: { row: ViewRow; column: RowColumn }) {
  const value = row[column.id as keyof ViewRow];
  if (column.id === "correct") return <Verdict correct={row.correct} />;
  if (value === null) return NOT_STATED;
  if (column.id === "model" && row.provenance === "simulated")
    return (
      <span title={row.model}>
        {value} <SimulatedBadge />
      </span>
    );
  if (typeof value === "boolean") return value ? "yes" : "no";
  // A column cuts long texts off.
  if (typeof value !== "number") {
    const words = columnWords(column, value);
    return <span title={words}>{words}</span>;
  }
  if (column.unit === "ms") return `${formatFixed(value, value < 10 ? 1 : 0)} ms`;
  return formatCount(value);
}
