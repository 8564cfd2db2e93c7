import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { auditFields, correctionFields, type AuditRecord, type Correction } from "./audit";

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

/**
 * What has to be said where reviewer records stand without the responses of their items: they count
 * for nothing then. Null where all stand beside some.
 */
export async function auditApart(
  engine: Engine,
): Promise<{ readonly code: string; readonly message: string; readonly runs: string[] } | null> {
  const [row] = await queryRows(
    engine,
    z.object({ n: z.number() }),
    `SELECT count(*)::DOUBLE AS n FROM (
        SELECT benchmark, item_id, item_hash FROM stage.audit
        UNION ALL SELECT benchmark, item_id, item_hash FROM stage.corrections) AS t
      WHERE NOT EXISTS (SELECT 1 FROM stage.responses AS r WHERE r.benchmark = t.benchmark
        AND r.item_id = t.item_id AND r.item_hash IS NOT DISTINCT FROM t.item_hash)`,
  );
  const n = row?.n ?? 0;
  if (n === 0) return null;
  const message =
    `${n} reviewer records or corrections are about items that no response here names (by ` +
    "benchmark, item_id and item_hash): open them together with the runs that asked these items";
  return { code: "audit_apart", message, runs: [] };
}
