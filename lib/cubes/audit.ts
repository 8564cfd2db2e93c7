import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { column, columnsOf, ddlOf } from "@/lib/records/columns";
import { jsonList } from "@/lib/records/json-list";
import { TableWriter } from "@/lib/records/importers/table-writer";
import { optionSchema, type ItemOption } from "@/lib/records/item";
import { auditFields } from "@/lib/records/shown";
import { insertInto, qualified, type Place } from "./place";
import { auditRow, CUBE_TABLES, type AUDIT_CLASSES } from "./schema";
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
  ...auditFields.omit({ stratum: true }).shape,
  answers: jsonList(z.int().nonnegative()).nullable(),
  options: jsonList(optionSchema),
  key: z.int().nonnegative(),
  /** Distinct records of one set about one item. */
  versions: z.int(),
});

/** Records of items whose options and key are one thing. */
const RECORDS = `
  WITH records AS (
    SELECT *, count(*) OVER (PARTITION BY benchmark, item_id, item_hash, record_set)::INTEGER
      AS versions
    FROM (SELECT DISTINCT * FROM stage.audit) AS told)
  SELECT a.benchmark, a.item_id, a.item_hash, a.record_set, a.weight, a.answers,
    a.versions, min(i.options) AS options, min(i.key) AS key
  FROM records AS a JOIN stage.items AS i ON i.benchmark = a.benchmark AND i.item_id = a.item_id
    AND i.item_hash IS NOT DISTINCT FROM a.item_hash
  GROUP BY ALL HAVING min(i.options) = max(i.options) AND min(i.key) = max(i.key)
    AND count(i.key) = count(*)
  ORDER BY a.record_set, a.item_id`;

const built = z.strictObject({
  benchmark: auditFields.shape.benchmark,
  item_id: auditFields.shape.item_id,
  item_hash: auditFields.shape.item_hash,
  record_set: auditFields.shape.record_set,
  weight: auditFields.shape.weight,
  status: auditRow.shape.status,
  key_and_borrowed: column("BOOLEAN", z.boolean()),
});
const BUILT_COLUMNS = columnsOf(built);
const BUILT = "stage.build_audit";

/**
 * Fills audit, a row an item and record set.
 * @returns what has to be said of records that contradict each other: they are left out
 */
export async function buildAudit(engine: Engine, cubes: Place): Promise<SourceWarning[]> {
  const records = await queryRows(engine, recordRow, RECORDS);
  if (records.length === 0) return [];
  await engine.exec(`CREATE OR REPLACE TABLE ${BUILT} (${ddlOf(BUILT_COLUMNS)})`);
  const writer = new TableWriter(engine, BUILT, BUILT_COLUMNS);
  const contradicting = new Set<string>();
  for (const { answers, options, key, versions, ...record } of records) {
    if (versions > 1) contradicting.add(`${record.item_id} in ${record.record_set}`);
    else {
      const { status, keyAndBorrowed } = auditVerdict(answers, key, options);
      writer.row({ ...record, status, key_and_borrowed: keyAndBorrowed });
    }
  }
  await writer.flush();
  await engine.exec(
    insertInto(
      cubes,
      "audit",
      CUBE_TABLES.audit,
      `SELECT i.item_ix, b.* FROM ${BUILT} AS b JOIN ${qualified(cubes, "items")} AS i
        ON i.benchmark = b.benchmark AND i.item_id = b.item_id
        AND i.item_hash IS NOT DISTINCT FROM b.item_hash`,
    ),
  );
  await engine.exec(`DROP TABLE ${BUILT}`);
  if (contradicting.size === 0) return [];
  const message = `reviewer records that contradict each other, all left out: ${[...contradicting].join(", ")}`;
  return [{ code: "contradictory_audit", message, runs: [] }];
}
