import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import {
  auditFields,
  correctionFields,
  judgementSchema,
  LATER,
  type Correction,
  type Judgement,
} from "@/lib/records/audit";
import { corrected, type Corrected } from "@/lib/records/audit-corrections";
import { columnsOf, ddlOf, type Column } from "@/lib/records/columns";
import { jsonList } from "@/lib/records/json-list";
import { TableWriter } from "@/lib/records/importers/table-writer";
import { optionSchema, type ItemOption } from "@/lib/records/item";
import { insertInto, qualified, type Place } from "./place";
import { auditRow, correctionRow, CUBE_TABLES, type AUDIT_CLASSES } from "./schema";
import type { SourceWarning } from "./warnings";

export type AuditClass = (typeof AUDIT_CLASSES)[number];

/** What a reviewer record says of an item, and whether it holds the key and a borrowed option. */
export interface AuditVerdict {
  readonly status: AuditClass;
  readonly keyAndBorrowed: boolean;
}

/**
 * The status that follows from a set of answers (P2, Appendix D): indices into the item's options;
 * null is unresolved, an empty list no defensible answer. The key and a borrowed option together are
 * a resolved set that has both.
 */
export function auditVerdict(
  answers: readonly number[] | null,
  key: number,
  options: readonly Pick<ItemOption, "origin">[],
): AuditVerdict {
  const several = new Set(answers);
  const borrowed = [...several].some((at) => options[at]?.origin === "borrowed");
  return {
    status: statusOf(answers && several, key),
    keyAndBorrowed: several.has(key) && borrowed,
  };
}

function statusOf(answers: ReadonlySet<number> | null, key: number): AuditClass {
  if (answers === null) return "unresolved";
  if (answers.size === 0) return "no_answer";
  if (answers.size > 1) return "multiple";
  return answers.has(key) ? "unique_source_key" : "single_alternative";
}

const recordRow = z.strictObject({
  ...auditFields.omit({ reviewer: true, locked_at: true }).shape,
  answers: jsonList(z.int().nonnegative()).nullable(),
  borrowed: jsonList(judgementSchema.shape.borrowed.unwrap().element).nullable(),
  options: jsonList(optionSchema),
  key: z.int().nonnegative(),
  /** Whether several records of one set say different things about one item. */
  contradictory: z.boolean(),
});
type RecordRow = z.output<typeof recordRow>;

/**
 * Records of items whose options and key are one thing. One without answers that was not locked left
 * its answers open where another one was locked: the sample names the item before it is answered.
 */
const RECORDS = `
  WITH told AS (
    SELECT *, answers IS NULL AND locked_at IS NULL AND bool_or(locked_at IS NOT NULL)
        OVER (PARTITION BY benchmark, item_id, item_hash, record_set) AS left_open
    FROM (SELECT DISTINCT * FROM stage.audit)),
  records AS (
    SELECT benchmark, item_id, item_hash, record_set, min(stratum) AS stratum, min(weight) AS weight,
      min(answers) AS answers, ${LATER.map((name) => `min(${name}) AS ${name}`).join(", ")},
      count(DISTINCT (stratum, weight)) > 1
        OR count(DISTINCT coalesce(answers, 'null')) FILTER (WHERE NOT left_open) > 1
        OR ${LATER.map((name) => `count(DISTINCT ${name}) > 1`).join(" OR ")} AS contradictory
    FROM told
    GROUP BY benchmark, item_id, item_hash, record_set)
  SELECT a.*, min(i.options) AS options, min(i.key) AS key
  FROM records AS a JOIN stage.items AS i ON i.benchmark = a.benchmark AND i.item_id = a.item_id
    AND i.item_hash IS NOT DISTINCT FROM a.item_hash
  GROUP BY ALL HAVING min(i.options) = max(i.options) AND min(i.key) = max(i.key)
    AND count(i.key) = count(*)
  ORDER BY a.record_set, a.item_id`;

/** Records about items that responses name, whether or not the items' options are known. */
const RECORDED = `
  SELECT DISTINCT benchmark, item_id, item_hash, record_set FROM stage.audit AS a
  WHERE EXISTS (SELECT 1 FROM stage.responses AS r WHERE r.benchmark = a.benchmark
    AND r.item_id = a.item_id AND r.item_hash IS NOT DISTINCT FROM a.item_hash)
  ORDER BY record_set, item_id`;
const recordedRow = auditFields.pick({
  benchmark: true,
  item_id: true,
  item_hash: true,
  record_set: true,
});

const itemShape = auditFields.pick({ benchmark: true, item_id: true, item_hash: true }).shape;
const built = z.strictObject({ ...itemShape, ...auditRow.omit({ item_ix: true }).shape });
const builtCorrection = z.strictObject({
  ...itemShape,
  ...correctionRow.omit({ item_ix: true }).shape,
});

/** What names the record of an item. */
const keyOf = (of: Pick<Correction, "benchmark" | "item_id" | "item_hash" | "record_set">) =>
  JSON.stringify([of.benchmark, of.item_id, of.item_hash, of.record_set]);

function judgementOf({ answers, ...row }: RecordRow): Judgement {
  const { polarity, clarity, key_support, duplicates, section_fit, borrowed, notes } = row;
  const set = answers && [...new Set(answers)].sort((a, b) => a - b);
  return {
    ...{ answers: set, polarity, clarity, key_support, duplicates, section_fit, borrowed, notes },
  };
}

/** Whether the answers are options of the item. */
const within = (answers: readonly number[] | null, options: readonly unknown[]): boolean =>
  (answers ?? []).every((at) => at < options.length);

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** A record as the cubes hold it. */
function builtRow(record: RecordRow, { judgement }: Corrected): z.output<typeof built> {
  const { benchmark, item_id, item_hash, record_set, stratum, weight, key, options } = record;
  const first = judgementOf(record).answers;
  const { answers, borrowed, ...said } = judgement;
  const { status, keyAndBorrowed } = auditVerdict(answers, key, options);
  return {
    ...{ benchmark, item_id, item_hash, record_set, stratum, weight, status },
    ...said,
    key_and_borrowed: keyAndBorrowed,
    answers: json(answers),
    first_status: auditVerdict(first, key, options).status,
    first_answers: json(first),
    borrowed: json(borrowed),
  };
}

async function fill(
  engine: Engine,
  cubes: Place,
  table: "audit" | "corrections",
  columns: readonly Column[],
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const from = `stage.build_${table}`;
  await engine.exec(`CREATE OR REPLACE TABLE ${from} (${ddlOf(columns)})`);
  const writer = new TableWriter(engine, from, columns);
  for (const row of rows) writer.row(row);
  await writer.flush();
  await engine.exec(
    insertInto(
      cubes,
      table,
      CUBE_TABLES[table],
      `SELECT i.item_ix, b.* FROM ${from} AS b JOIN ${qualified(cubes, "items")} AS i
        ON i.benchmark = b.benchmark AND i.item_id = b.item_id
        AND i.item_hash IS NOT DISTINCT FROM b.item_hash`,
    ),
  );
  await engine.exec(`DROP TABLE ${from}`);
}

/** What has to be said of some records, each by `item in record set`. */
function warning(code: string, message: string, about: readonly string[]): SourceWarning[] {
  if (about.length === 0) return [];
  return [{ code, message: `${message}: ${[...new Set(about)].join(", ")}`, runs: [] }];
}

/**
 * Fills audit, a row an item and record set, and corrections, a row an entry of the log.
 * @returns what has to be said of records that contradict each other, which are left out, and of
 * corrections that do not fit their record, which are not followed
 */
export async function buildAudit(engine: Engine, cubes: Place): Promise<SourceWarning[]> {
  const records = await queryRows(engine, recordRow, RECORDS);
  const log = await queryRows(
    engine,
    correctionFields,
    'SELECT DISTINCT * FROM stage.corrections ORDER BY "at", record_set, item_id, field, original, revised',
  );
  const corrections = Map.groupBy(log, keyOf);
  const rows: z.output<typeof built>[] = [];
  const entries: z.output<typeof builtCorrection>[] = [];
  const contradicting: string[] = [];
  const beyond: string[] = [];
  const astray: string[] = [];
  const named = (of: Pick<Correction, "item_id" | "record_set">) =>
    `${of.item_id} in ${of.record_set}`;
  const known = new Set<string>();
  for (const record of records) {
    const key = keyOf(record);
    known.add(key);
    const made = corrected(judgementOf(record), corrections.get(key) ?? []);
    const { followed, refused, judgement } = made;
    const kept = !record.contradictory;
    const fits =
      within(record.answers, record.options) && within(judgement.answers, record.options);
    if (!kept) contradicting.push(named(record));
    else if (!fits) beyond.push(named(record));
    else rows.push(builtRow(record, made));
    for (const correction of followed) entries.push({ ...correction, followed: kept && fits });
    for (const { correction } of refused) {
      entries.push({ ...correction, followed: false });
      astray.push(`${correction.field} of ${named(correction)}`);
    }
  }
  const told = await queryRows(engine, recordedRow, RECORDED);
  const undescribed = told.filter((record) => !known.has(keyOf(record)));
  const anywhere = new Set([...known, ...undescribed.map(keyOf)]);
  for (const [key, own] of corrections)
    if (!anywhere.has(key)) astray.push(...own.map((one) => `${one.field} of ${named(one)}`));
  await fill(engine, cubes, "audit", columnsOf(built), rows);
  await fill(engine, cubes, "corrections", columnsOf(builtCorrection), entries);
  return [
    ...warning(
      "contradictory_audit",
      "reviewer records that contradict each other, all left out",
      contradicting,
    ),
    ...warning(
      "audit_beyond_options",
      "reviewer records that name an option their item does not have, left out",
      beyond,
    ),
    ...warning(
      "audit_without_options",
      "reviewer records of items whose options and key are not known or not one thing, left out",
      undescribed.map(named),
    ),
    ...warning(
      "corrections_astray",
      "corrections whose record is not here or says something else, not followed",
      astray,
    ),
  ];
}
