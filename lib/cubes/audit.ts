import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import {
  auditFields,
  correctionFields,
  judgementSchema,
  LATER,
  weightSchema,
  type Correction,
  type Judgement,
} from "@/lib/records/audit";
import { corrected, namesOptions, type Corrected } from "@/lib/records/audit-corrections";
import { columnsOf, ddlOf, type Column } from "@/lib/records/columns";
import { jsonList } from "@/lib/records/json-list";
import { TableWriter } from "@/lib/records/importers/table-writer";
import { nameKey } from "@/lib/records/audit-stage";
import { sameList } from "@/lib/records/list-hash";
import { sameItem } from "@/lib/records/shown";
import { optionsByList, type LentItem } from "./item-options";
import { insertInto, qualified, type Place } from "./place";
import {
  auditApartRow,
  correctionApartRow,
  CUBE_TABLES,
  itemOptionsRow,
  type AUDIT_CLASSES,
} from "./schema";
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
 * @param origins a letter an option, `b` of a borrowed one
 */
export function auditVerdict(
  answers: readonly number[] | null,
  key: number,
  origins: string,
): AuditVerdict {
  const several = new Set(answers);
  const borrowed = [...several].some((at) => origins[at] === "b");
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

const { key, origins, version } = itemOptionsRow.shape;
const recordRow = z.strictObject({
  ...auditFields.omit({ reviewer: true, locked_at: true }).shape,
  answers: jsonList(z.int().nonnegative()).nullable(),
  borrowed: jsonList(judgementSchema.shape.borrowed.unwrap().element).nullable(),
  locked: z.boolean(),
  /** Whether several records of one set say different things about one item. */
  contradictory: z.boolean(),
  /** Whether some response names the item. */
  asked: z.boolean(),
  ...{ key: key.nullable(), origins: origins.nullable(), version: version.nullable() },
});
type RecordRow = z.output<typeof recordRow>;

/** What options an item has: places in them are what a record says. */
interface KnownOptions {
  readonly key: number;
  readonly origins: string;
  readonly version: string;
}

/** The options that a record means, of responses here or others; null where they are not one known thing. */
function optionsOf(
  of: Pick<LentItem, "key" | "origins" | "version"> | undefined,
): KnownOptions | null {
  if (of?.key === undefined || of.key === null || of.origins === null || of.version === null)
    return null;
  return { key: of.key, origins: of.origins, version: of.version };
}

/** Whether a correction speaks of the options that its record means; one that does not say goes with it. */
const meansListOf = (record: RecordRow, { list_hash }: Correction): boolean =>
  list_hash === null || list_hash === record.list_hash;

/**
 * Records with the options of their items. One without answers that was not locked left its answers
 * open where another one was locked: the sample names the item before it is answered.
 */
const recordsSql = (cubes: Place): string => `
  WITH told AS (
    SELECT *, answers IS NULL AND locked_at IS NULL AND bool_or(locked_at IS NOT NULL)
        OVER (PARTITION BY benchmark, item_id, item_hash, record_set) AS left_open
    FROM (SELECT DISTINCT * FROM stage.audit)),
  records AS (
    SELECT benchmark, item_id, item_hash, record_set, min(list_hash) AS list_hash,
      min(stratum) AS stratum, min(weight) AS weight,
      bool_or(locked_at IS NOT NULL) AS locked,
      min(answers) AS answers, ${LATER.map((name) => `min(${name}) AS ${name}`).join(", ")},
      count(DISTINCT (stratum, weight)) > 1 OR count(DISTINCT list_hash) > 1
        OR count(DISTINCT coalesce(answers, 'null')) FILTER (WHERE NOT left_open) > 1
        OR ${LATER.map((name) => `count(DISTINCT ${name}) > 1`).join(" OR ")} AS contradictory
    FROM told
    GROUP BY benchmark, item_id, item_hash, record_set),
  asked AS (SELECT DISTINCT benchmark, item_id, item_hash FROM ${qualified(cubes, "items")}),
  own AS (${optionsByList(`SELECT i.benchmark, i.item_id, i.item_hash, o.*
    FROM ${qualified(cubes, "items")} AS i JOIN ${qualified(cubes, "item_options")} AS o USING (item_ix)`)})
  SELECT a.*, i.item_id IS NOT NULL AS asked, k.key, k.origins, k.version
  FROM records AS a LEFT JOIN asked AS i ON ${sameItem("i", "a")}
  LEFT JOIN own AS k ON ${sameList("k", "a")}
  ORDER BY a.record_set, a.item_id`;

/** Names the options that records of an item mean. */
const listKey = (of: Parameters<typeof nameKey>[0] & { readonly list_hash: string | null }) =>
  JSON.stringify([nameKey(of), of.list_hash]);

/** What names the record of an item. */
const keyOf = (of: Pick<Correction, "benchmark" | "item_id" | "item_hash" | "record_set">) =>
  JSON.stringify([nameKey(of), of.record_set]);

function judgementOf({ answers, ...row }: RecordRow): Judgement {
  const { polarity, clarity, key_support, duplicates, section_fit, borrowed, notes } = row;
  const set = answers && [...new Set(answers)].sort((a, b) => a - b);
  return {
    ...{ answers: set, polarity, clarity, key_support, duplicates, section_fit, borrowed, notes },
  };
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** A record as the cubes hold it. */
function builtRow(
  record: RecordRow,
  { judgement }: Corrected,
  known: KnownOptions,
): z.output<typeof auditApartRow> {
  const { benchmark, item_id, item_hash, list_hash, record_set, stratum, weight, locked } = record;
  const first = judgementOf(record).answers;
  const { answers, borrowed, ...said } = judgement;
  const { status, keyAndBorrowed } = auditVerdict(answers, known.key, known.origins);
  return {
    ...{ benchmark, item_id, item_hash, list_hash, version: known.version },
    ...{ record_set, stratum, weight, locked, status },
    ...said,
    key_and_borrowed: keyAndBorrowed,
    answers: json(answers),
    first_status: auditVerdict(first, known.key, known.origins).status,
    first_answers: json(first),
    borrowed: json(borrowed),
  };
}

const COLUMNS = {
  audit: columnsOf(auditApartRow),
  corrections: columnsOf(correctionApartRow),
} as const satisfies Record<string, readonly Column[]>;

/** Rows about items that responses name go to these; the others stand apart, by their names. */
async function fill(
  engine: Engine,
  cubes: Place,
  table: keyof typeof COLUMNS,
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const from = `stage.build_${table}`;
  await engine.exec(`CREATE OR REPLACE TABLE ${from} (${ddlOf(COLUMNS[table])})`);
  const writer = new TableWriter(engine, from, COLUMNS[table]);
  for (const row of rows) writer.row(row);
  await writer.flush();
  const items = qualified(cubes, "items");
  const apart = `${table}_apart` as const;
  await engine.exec(
    [
      insertInto(
        cubes,
        table,
        CUBE_TABLES[table],
        `SELECT i.item_ix, b.* FROM ${from} AS b JOIN ${items} AS i ON ${sameItem("i", "b")}`,
      ),
      insertInto(
        cubes,
        apart,
        CUBE_TABLES[apart],
        `SELECT * FROM ${from} AS b ANTI JOIN ${items} AS i ON ${sameItem("i", "b")}`,
      ),
      `DROP TABLE ${from}`,
    ].join("; "),
  );
}

/** What has to be said of some records, each by `item in record set`. */
function warning(code: string, message: string, about: readonly string[]): SourceWarning[] {
  if (about.length === 0) return [];
  return [{ code, message: `${message}: ${[...new Set(about)].join(", ")}`, runs: [] }];
}

/**
 * Fills audit, a row an item and record set, and corrections, a row an entry of the log; what is about
 * items that no response here names stands apart, by their names.
 * @param lent items of other sources that records may be about
 * @returns what has to be said of records that contradict each other, which are left out, and of
 * corrections that do not fit their record, which are not followed
 */
export async function buildAudit(
  engine: Engine,
  cubes: Place,
  lent: readonly LentItem[],
): Promise<SourceWarning[]> {
  const records = await queryRows(engine, recordRow, recordsSql(cubes));
  const logged = await queryRows(
    engine,
    correctionFields,
    `SELECT * EXCLUDE (list_hash), min(list_hash) AS list_hash FROM stage.corrections GROUP BY ALL
      ORDER BY "at", record_set, item_id, field, original, revised`,
  );
  const corrections = Map.groupBy(logged, keyOf);
  const elsewhere = new Map(lent.map((item) => [listKey(item), item]));
  const askedElsewhere = new Set(lent.map(nameKey));
  const rows: z.output<typeof auditApartRow>[] = [];
  const entries: z.output<typeof correctionApartRow>[] = [];
  const contradicting: string[] = [];
  const beyond: string[] = [];
  const undescribed: string[] = [];
  const unlisted: string[] = [];
  const weightless: string[] = [];
  const astray: string[] = [];
  const contrary: string[] = [];
  const named = (of: Pick<Correction, "item_id" | "record_set">) =>
    `${of.item_id} in ${of.record_set}`;
  const spelled = (of: Correction) =>
    `${of.field} of ${named(of)} from ${of.original} to ${of.revised} by ${of.by}`;
  const here = new Set(records.map(keyOf));
  for (const record of records) {
    // Nobody was asked the item: that is told of all such records together (`auditApart`).
    if (!record.asked && !askedElsewhere.has(nameKey(record))) continue;
    const known = optionsOf(record.asked ? record : elsewhere.get(listKey(record)));
    if (!known) {
      (record.list_hash === null ? undescribed : unlisted).push(named(record));
      continue;
    }
    const log = Map.groupBy(corrections.get(keyOf(record)) ?? [], (one) =>
      meansListOf(record, one),
    );
    const [given, options] = [judgementOf(record), known.origins.length];
    const made = corrected(given, log.get(true) ?? [], options);
    const weighs = weightSchema.safeParse(record.weight).success;
    const kept = !record.contradictory && weighs;
    const fits = namesOptions(given, options);
    if (!weighs) weightless.push(named(record));
    else if (!kept) contradicting.push(named(record));
    else if (!fits) beyond.push(named(record));
    else rows.push(builtRow(record, made, known));
    const entry = (correction: Correction, counts: boolean) => {
      const list = { list_hash: record.list_hash, version: known.version };
      entries.push({ ...correction, ...list, followed: counts });
    };
    for (const correction of made.followed) entry(correction, kept && fits);
    for (const { correction, contradicted } of made.refused) {
      entry(correction, false);
      if (contradicted) contrary.push(spelled(correction));
      else astray.push(`${correction.field} of ${named(correction)}`);
    }
    for (const correction of log.get(false) ?? []) {
      entry(correction, false);
      astray.push(`${correction.field} of ${named(correction)}`);
    }
  }
  for (const [record, own] of corrections)
    if (!here.has(record)) astray.push(...own.map((one) => `${one.field} of ${named(one)}`));
  await fill(engine, cubes, "audit", rows);
  await fill(engine, cubes, "corrections", entries);
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
      undescribed,
    ),
    ...warning(
      "audit_other_list",
      "reviewer records of a list of options that their item does not have here, in this order, left out",
      unlisted,
    ),
    ...warning(
      "audit_weight",
      "reviewer records that stand for less than one item or more than a billion, left out",
      weightless,
    ),
    ...warning(
      "corrections_astray",
      "corrections whose record is not here or says something else, or that name an option their item does not have, not followed",
      astray,
    ),
    ...warning(
      "corrections_contrary",
      "corrections of one time that make different things of one value, none of them followed",
      contrary,
    ),
  ];
}
