import { z } from "zod";
import type { Database, Queries } from "../database/database";
import { isDead, isOwn, ownerOf } from "../database/process-id";

const ownerRow = z.strictObject({ owner: z.string() });

async function forget(tx: Queries, owners: readonly string[]): Promise<void> {
  await tx.run(
    `UPDATE foilscope.chunks SET owner = NULL, until = NULL WHERE owner = ANY($1::text[])`,
    [owners],
  );
  await tx.run(
    `UPDATE foilscope.slots SET owner = NULL, until = NULL WHERE owner = ANY($1::text[])`,
    [owners],
  );
  await tx.run(
    `UPDATE foilscope.batches SET owner = NULL, until = NULL WHERE owner = ANY($1::text[])`,
    [owners],
  );
  await tx.run("DELETE FROM foilscope.workers WHERE owner = ANY($1::text[])", [owners]);
}

/**
 * Frees what dead workers held, without waiting until it runs out. Of the embedded database the
 * lock says that no other process lives; of a server's workers those of this machine can be looked at,
 * and others end by their time.
 */
export function freeDeadOwners(database: Database): Promise<void> {
  return database.transaction(async (tx) => {
    const rows = await tx.rows(
      ownerRow,
      `SELECT owner FROM foilscope.workers
        UNION SELECT owner FROM foilscope.slots WHERE owner IS NOT NULL
        UNION SELECT owner FROM foilscope.chunks WHERE owner IS NOT NULL
        UNION SELECT owner FROM foilscope.batches WHERE owner IS NOT NULL`,
    );
    const dead = rows
      .map((row) => row.owner)
      .filter((owner) => {
        const id = ownerOf(owner);
        if (id === null) return database.kind === "pglite";
        return database.kind === "pglite" ? !isOwn(id) : isDead(id);
      });
    if (dead.length > 0) await forget(tx, dead);
  });
}

/** A worker that ends gives all back. */
export function retireOwner(database: Database, owner: string): Promise<void> {
  return database.transaction((tx) => forget(tx, [owner]));
}
