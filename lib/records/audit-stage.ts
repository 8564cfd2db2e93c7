import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { plural } from "@/lib/format/number";
import { auditFields, correctionFields, type AuditRecord, type Correction } from "./audit";
import { itemName, sameItem } from "./shown";

/** Staged reviewer records and their corrections, each once. */
export interface StagedAudit {
  readonly records: readonly AuditRecord[];
  readonly corrections: readonly Correction[];
}

export async function stagedAudit(engine: Engine): Promise<StagedAudit> {
  const records = await queryRows(
    engine,
    auditFields,
    "SELECT DISTINCT * FROM stage.audit ORDER BY benchmark, record_set, item_id, item_hash",
  );
  const corrections = await queryRows(
    engine,
    correctionFields,
    'SELECT DISTINCT * FROM stage.corrections ORDER BY benchmark, "at", record_set, item_id, field',
  );
  return { records, corrections };
}

const itemCount = z.object({ ...itemName, n: z.number() });

/** Names an item: equal for records and responses of one item. */
export const nameKey = (of: {
  readonly benchmark: string;
  readonly item_id: string;
  readonly item_hash: string | null;
}): string => JSON.stringify([of.benchmark, of.item_id, of.item_hash]);

/**
 * What has to be said where reviewer records stand without the responses of their items: they count
 * for nothing then. Null where all stand beside some.
 * @param asked items that other open runs were asked, by `nameKey`
 */
export async function auditApart(
  engine: Engine,
  asked: ReadonlySet<string> = new Set(),
): Promise<{ readonly code: string; readonly message: string; readonly runs: string[] } | null> {
  const items = await queryRows(
    engine,
    itemCount,
    `SELECT t.*, count(*)::DOUBLE AS n FROM (
        SELECT benchmark, item_id, item_hash FROM stage.audit
        UNION ALL SELECT benchmark, item_id, item_hash FROM stage.corrections) AS t
      WHERE NOT EXISTS (SELECT 1 FROM stage.responses AS r WHERE ${sameItem("r", "t")})
      GROUP BY ALL`,
  );
  const lost = items.filter((item) => !asked.has(nameKey(item)));
  const n = lost.reduce((sum, item) => sum + item.n, 0);
  if (n === 0) return null;
  const message =
    plural(n, "reviewer record or correction is", "reviewer records or corrections are") +
    ` about ${plural(lost.length, "item")} that no response here names (by benchmark, item_id and ` +
    "item_hash), counting for nothing: open them together with the runs that asked these items, or " +
    "after them";
  return { code: "audit_apart", message, runs: [] };
}
