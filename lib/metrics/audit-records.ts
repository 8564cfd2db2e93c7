import { z } from "zod";
import { auditRow, correctionRow } from "@/lib/cubes/schema";
import { queryRows } from "@/lib/engine/decode";
import { borrowedSchema, LATER } from "@/lib/records/audit";
import { jsonList } from "@/lib/records/json-list";
import { scopeOf } from "./scope";
import type { MetricSource } from "./together";
import type { MetricOptions } from "./workspace";

/** What follows from a record's answers, as the cubes hold it. */
const STANDING = ["status", "answers", "key_and_borrowed"] as const;
/** The same before any correction. */
const FIRST = ["first_status", "first_answers"] as const;

/** That a field of a record counts: no source has the same record with further corrections of it. */
const upToDate = (field: string): string => `NOT (behind AND list_contains(moved, '${field}'))`;

/**
 * `records`: what is said of each item in a set, with `agreed`. Several sources may bring the same
 * records: each item counts once. Where they differ, none is chosen over the others, but for what
 * docs/audit.md has of one record within a file: a field that one leaves open is no difference, nor are
 * answers that are null and not locked beside a locked record of the same item (hash and options), and
 * of a record whose corrections another source has with further ones, these count.
 */
export function recordsSql(filters: MetricOptions["filters"]): string {
  const scope = scopeOf(filters);
  const standing = `NOT left_open AND ${upToDate("answers")}`;
  return `${scope.cells}, ${scope.items},
    log AS (
      SELECT source, item_ix, record_set, list(DISTINCT field) AS moved, list(DISTINCT concat_ws(chr(31),
        field, original, revised, reason, "by", "at", citation)) AS entries
      FROM data.corrections WHERE followed GROUP BY source, item_ix, record_set),
    told AS (
      SELECT t.*, d.benchmark, i.item_key, i.item_id, i.section, d.stem_negative, d.item_hash,
        l.moved, coalesce(l.entries, []::VARCHAR[]) AS entries
      FROM data.audit AS t JOIN sel_items AS i USING (item_ix)
      JOIN data.items AS d USING (item_ix)
      LEFT JOIN log AS l ON l.source = t.source AND l.item_ix = t.item_ix
        AND l.record_set = t.record_set
      WHERE d.benchmark IN (SELECT benchmark FROM sel_runs)),
    compared AS (
      SELECT * EXCLUDE (moved), arg_max(moved, len(entries)) OVER same AS moved,
        answers IS NULL AND first_answers IS NULL AND NOT locked
          AND bool_or(locked) OVER same AS left_open,
        len(entries) < max(len(entries)) OVER same
          AND list_has_all(arg_max(entries, len(entries)) OVER same, entries) AS behind
      FROM told WINDOW same AS (PARTITION BY record_set, item_key, item_hash, version)),
    records AS (
      SELECT benchmark, record_set, item_key, min(item_id) AS item_id, min(section) AS section,
        bool_or(stem_negative) AS stem_negative, min(weight) AS weight,
        ${STANDING.map((name) => `min(${name}) FILTER (WHERE ${standing}) AS ${name}`).join(", ")},
        ${FIRST.map((name) => `min(${name}) FILTER (WHERE NOT left_open) AS ${name}`).join(", ")},
        ${LATER.map((name) => `min(${name}) FILTER (WHERE ${upToDate(name)}) AS ${name}`).join(", ")},
        count(DISTINCT weight) = 1
          AND count(DISTINCT (${STANDING.join(", ")})) FILTER (WHERE ${standing}) = 1
          AND count(DISTINCT (${FIRST.join(", ")})) FILTER (WHERE NOT left_open) = 1
          AND ${LATER.map((name) => `count(DISTINCT ${name}) FILTER (WHERE ${upToDate(name)}) <= 1`).join(" AND ")}
          AS agreed
      FROM compared GROUP BY benchmark, record_set, item_key)`;
}

const answers = jsonList(z.int().nonnegative()).nullable();
const { polarity, clarity, key_support, duplicates, section_fit } = auditRow.shape;

/** What one record set says of one item, with its corrections followed. */
export const auditRecordRow = z.strictObject({
  benchmark: z.string(),
  record_set: z.string(),
  item_id: z.string(),
  section: z.string().nullable(),
  /** The rule's flag, or the file's; null where the item has none. */
  stem_negative: z.boolean().nullable(),
  weight: z.number(),
  status: auditRow.shape.status,
  key_and_borrowed: z.boolean(),
  /** Indices into the item's options; null = unresolved. */
  answers,
  /** As given before any correction. */
  first_status: auditRow.shape.first_status,
  first_answers: answers,
  polarity,
  clarity,
  key_support,
  duplicates,
  section_fit,
  borrowed: jsonList(borrowedSchema).nullable(),
  notes: z.string().nullable(),
});
export type AuditRecordRow = z.output<typeof auditRecordRow>;

/** The reviewer records of the items in scope whose benchmark some run in scope was asked. */
export const AUDIT_RECORDS: MetricSource<AuditRecordRow> = {
  id: "audit_records",
  run: ({ engine }, { filters, signal }) =>
    queryRows(
      engine,
      auditRecordRow,
      `WITH ${recordsSql(filters)}
        SELECT ${Object.keys(auditRecordRow.shape).join(", ")} FROM records WHERE agreed
        ORDER BY benchmark, record_set, item_id`,
      { signal },
    ),
};

const { field, original, revised, reason, by, at, citation, followed } = correctionRow.shape;
export const auditCorrectionRow = z.strictObject({
  benchmark: z.string(),
  item_id: z.string(),
  record_set: z.string(),
  ...{ field, original, revised, reason, by, at, citation, followed },
});
export type AuditCorrectionRow = z.output<typeof auditCorrectionRow>;

/** The correction log of the items in scope, in the order of time. */
export const AUDIT_CORRECTIONS: MetricSource<AuditCorrectionRow> = {
  id: "audit_corrections",
  run: async ({ engine }, { filters, signal }) => {
    const scope = scopeOf(filters);
    const rows = await queryRows(
      engine,
      auditCorrectionRow,
      `WITH ${scope.cells}, ${scope.items}
        SELECT DISTINCT d.benchmark, i.item_id, t.record_set, t.field, t.original, t.revised,
          t.reason, t."by", t."at", t.citation, t.followed
        FROM data.corrections AS t JOIN sel_items AS i USING (item_ix)
        JOIN data.items AS d USING (item_ix)
        WHERE d.benchmark IN (SELECT benchmark FROM sel_runs)
        ORDER BY d.benchmark, t.record_set, i.item_id, t.field, t.original`,
      { signal },
    );
    // Each has its own zone: the texts have another order than the times.
    return rows.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  },
};
