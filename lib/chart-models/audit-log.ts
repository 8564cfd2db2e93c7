import type { AuditCorrectionRow } from "@/lib/metrics/audit-records";
import { itemSelect } from "./audit";
import type { TableModel, TableRow } from "./table-model";

const FIELD_NAMES: Readonly<Record<AuditCorrectionRow["field"], string>> = {
  answers: "answers",
  polarity: "polarity",
  clarity: "clarity",
  key_support: "key support",
  duplicates: "duplicate options",
  section_fit: "section fit",
  borrowed: "borrowed options",
  notes: "notes",
};

/** Options of an item as a reader counts them, in the item's own list. */
export function answersText(answers: readonly number[] | null): string {
  if (answers === null) return "unresolved";
  return answers.length === 0 ? "none" : answers.map((at) => at + 1).join(", ");
}

const WORDS: Readonly<Record<string, string>> = { true: "yes", false: "no", null: "not told" };

/** A value of the log as it is read; JSON where it is more than a word. */
function valueText(field: AuditCorrectionRow["field"], json: string): string {
  const value: unknown = JSON.parse(json);
  if (field === "answers") return answersText(value as readonly number[] | null);
  if (typeof value === "string") return value;
  return WORDS[String(value)] ?? json;
}

function rowOf(one: AuditCorrectionRow, at: number): TableRow {
  return {
    id: String(at),
    group: null,
    select: itemSelect(one),
    simulated: false,
    cells: {
      item: { value: one.item_id },
      benchmark: { value: one.benchmark },
      record_set: { value: one.record_set },
      field: { value: one.field, text: FIELD_NAMES[one.field] },
      original: { value: one.original, text: valueText(one.field, one.original) },
      revised: { value: one.revised, text: valueText(one.field, one.revised) },
      reason: { value: one.reason },
      by: { value: one.by },
      at: { value: one.at },
      citation: { value: one.citation, reason: "It cites no other record set." },
      followed: {
        value: one.followed ? "yes" : "no",
        ...(!one.followed && { mark: "counts for nothing: see the remarks" }),
      },
    },
  };
}

/** The correction log, in the order of time. */
export function correctionTable(rows: readonly AuditCorrectionRow[]): TableModel {
  return {
    caption: "Correction log",
    columns: [
      { id: "item", label: "Item", kind: "text", rowHeader: true },
      { id: "benchmark", label: "Benchmark", kind: "text", exportOnly: true },
      { id: "record_set", label: "Record set", kind: "text" },
      { id: "field", label: "Field", kind: "text" },
      { id: "original", label: "Was", kind: "text" },
      { id: "revised", label: "Is", kind: "text" },
      { id: "reason", label: "Why", kind: "text" },
      { id: "by", label: "By", kind: "text" },
      { id: "at", label: "When", kind: "text" },
      { id: "citation", label: "Goes by", kind: "text", hint: "Another record set that it cites" },
      { id: "followed", label: "Followed", kind: "text" },
    ],
    groups: [],
    rows: rows.map(rowOf),
    remarks: [
      "Answers are numbers in the item's own list of options. Originals stay in the records.",
    ],
  };
}
