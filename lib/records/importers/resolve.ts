import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { literal } from "@/lib/engine/sql";
import { createDropped } from "./dropped";
import { IDENT_COLUMNS } from "./incoming";
import { manifestOf, outcomeRow, protocolRow } from "./manifests";
import {
  EARLIER_ROWS,
  FIXED_PLANNED,
  GIVEN_TRIALS,
  JOINED_FILES,
  KEYED,
  LISTED,
  LOST_BY_RUN,
  LOST_KEYS,
  OUTCOMES_BY_RUN,
  PLACED,
  PLACED_AS_GIVEN,
  PROTOCOL_BY_RUN,
  STAGE_BESIDE,
  STAGE_RAW,
  STAGE_RESPONSES,
  UNNUMBERED,
} from "./resolve-sql";
import { runIds } from "./run-ids";
import type { ImportSession } from "./session";
import { TableWriter } from "./table-writer";
import { warnOfUnruledStems } from "./unruled-stems";
import type { Manifest } from "@/lib/records/manifest";

const countRow = z.object({ run_id: z.string(), n: z.number() });
const fixedRow = z.object({ run_id: z.string(), planned: z.number(), unlisted: z.number() });
const unnumberedRow = z.object({
  line: z.number(),
  file: z.number(),
  ident: z.number(),
  item_id: z.string(),
  top: z.number(),
});
const joinedRow = z.object({
  run_id: z.string(),
  files: z.array(z.number()),
  items: z.number(),
});
const nRow = z.object({ n: z.number() });

/** A run that an import made, before its rejects are put beside it. */
export interface ResolvedRun {
  readonly ident: number;
  readonly manifest: Manifest;
  readonly kept: number;
  readonly missing: number;
}

async function count(engine: Engine, sql: string): Promise<number> {
  const [row] = await queryRows(engine, nRow, sql);
  return row?.n ?? 0;
}

async function countsByRun(engine: Engine, sql: string): Promise<Map<string, number>> {
  return new Map((await queryRows(engine, countRow, sql)).map((row) => [row.run_id, row.n]));
}

async function writeIdents(
  engine: Engine,
  session: ImportSession,
  ids: readonly string[],
): Promise<void> {
  const writer = new TableWriter(engine, "incoming.idents", IDENT_COLUMNS);
  for (const ident of session.idents) {
    writer.set(0, ident.ix);
    writer.set(1, ids[ident.ix] ?? null);
    writer.set(2, ident.model);
    writer.set(3, ident.benchmark);
    writer.set(4, ident.scorer);
    writer.set(5, ident.fixed !== null);
    writer.endRow();
  }
  await writer.flush();
}

/** The highest trial that a row can have. */
const MAX_TRIAL = 2_147_483_647;

/** Refuses rows without a trial that stand behind so high a trial that no number is left for them. */
async function rejectUnnumbered(
  engine: Engine,
  session: ImportSession,
  unnumbered: number,
): Promise<void> {
  const top = await count(
    engine,
    "SELECT coalesce(max(top), 0)::DOUBLE AS n FROM incoming.given_trials",
  );
  if (top + unnumbered <= MAX_TRIAL) return;
  for (const row of await queryRows(engine, unnumberedRow, UNNUMBERED)) {
    const file = session.files[row.file];
    const ident = session.idents[row.ident];
    if (!file || !ident) continue;
    const message = `no number is left for its trial behind ${row.top}, the highest given for item ${row.item_id}`;
    session.reject(file, row.line, { column: "trial", value: null, message }, [ident]);
  }
  await engine.exec(
    "DELETE FROM incoming.rows WHERE seq IN (SELECT seq FROM incoming.placed WHERE trial IS NULL)",
  );
}

/** Says where rows of several files became further trials of the same items. */
async function warnOfJoinedFiles(engine: Engine, session: ImportSession): Promise<void> {
  if (!session.idents.some((ident) => ident.files.size > 1)) return;
  for (const { run_id, files, items } of await queryRows(engine, joinedRow, JOINED_FILES)) {
    const names = files.map((ix) => session.files[ix]?.name ?? "?").join(", ");
    session.warn(
      "files_joined",
      `rows without a trial stand under one run_id in several files (${names}): they count as further trials of ${items} ${items === 1 ? "item" : "items"}, in the order of the files; where they are other runs, give each a run_id of its own`,
      [run_id],
    );
  }
}

/** Gives rows their run, key and trial, and decides which are kept. */
async function place(engine: Engine, session: ImportSession): Promise<void> {
  await engine.exec(KEYED);
  const unnumbered = await count(
    engine,
    "SELECT count(*)::DOUBLE AS n FROM incoming.rows WHERE trial IS NULL",
  );
  if (unnumbered === 0) await engine.exec(PLACED_AS_GIVEN);
  else {
    await engine.exec([GIVEN_TRIALS, EARLIER_ROWS, PLACED].join(";"));
    await rejectUnnumbered(engine, session, unnumbered);
    await warnOfJoinedFiles(engine, session);
  }
  await createDropped(engine, session);
  await engine.exec(LOST_KEYS);
}

/** Planned rows of the runs whose benchmark is a fixed list, with a warning for ids beyond it. */
async function fixedPlans(engine: Engine, session: ImportSession): Promise<Map<string, number>> {
  const fixed = session.idents.find((ident) => ident.fixed)?.fixed;
  if (!fixed) return new Map();
  const ids = fixed.ids().map((id) => `(${literal(id)})`);
  await engine.exec(
    `CREATE TABLE incoming.fixed_items AS SELECT * FROM (VALUES ${ids.join(", ")}) AS ids(item_id)`,
  );
  const rows = await queryRows(engine, fixedRow, FIXED_PLANNED);
  for (const { run_id, unlisted } of rows)
    if (unlisted > 0)
      session.warn(
        "items_beyond_benchmark",
        `${unlisted} item ids are not among the benchmark's published ids`,
        [run_id],
      );
  return new Map(rows.map((row) => [row.run_id, row.planned]));
}

async function describe(
  engine: Engine,
  session: ImportSession,
  ids: readonly string[],
): Promise<ResolvedRun[]> {
  const outcomes = await queryRows(engine, outcomeRow, OUTCOMES_BY_RUN);
  const protocols = await queryRows(engine, protocolRow, PROTOCOL_BY_RUN);
  const lost = await countsByRun(engine, LOST_BY_RUN);
  const fixed = await fixedPlans(engine, session);
  const counts = new Map<string, Manifest["counts"]>();
  for (const { run_id, outcome, n } of outcomes)
    counts.set(run_id, { ...counts.get(run_id), [outcome]: n });
  const byRun = new Map(protocols.map((row) => [row.run_id, row]));
  const runs = new Map<string, ResolvedRun>();
  for (const ident of session.idents) {
    const runId = ids[ident.ix] ?? "";
    const protocol = byRun.get(runId);
    if (!protocol || runs.has(runId)) continue;
    const kept = Object.values(counts.get(runId) ?? {}).reduce((sum, n) => sum + n, 0);
    const planned = fixed.get(runId) ?? kept + (lost.get(runId) ?? 0);
    const sourceRun = ident.source === null ? null : (ids[ident.source] ?? null);
    const facts = { runId, ident, protocol, counts: counts.get(runId) ?? {}, kept, planned };
    const manifest = manifestOf(session, { ...facts, sourceRun });
    runs.set(runId, {
      ident: ident.ix,
      manifest,
      kept,
      missing: (manifest.planned ?? planned) - kept,
    });
  }
  const numbered = [...runs.values()].filter((run) => run.manifest.protocol.trials_numbered);
  if (numbered.length > 0)
    session.warn(
      "trials_numbered",
      "rows without a trial were numbered in file order: trial and bubble intervals and the hard split are undefined for these runs",
      numbered.map((run) => run.manifest.run_id),
    );
  return [...runs.values()];
}

/** Rows of a file that was read before count once. */
async function leaveRepeatedFiles(engine: Engine, session: ImportSession): Promise<void> {
  const again = session.files.filter((file) => file.again).map((file) => file.ix);
  if (again.length === 0) return;
  await engine.exec(`DELETE FROM incoming.rows WHERE ctx IN (
    SELECT ctx FROM incoming.contexts WHERE file IN (${again.join(", ")}))`);
}

/** Rows of runs that are open already are left out: the first reading stays. */
async function leaveOpenRuns(
  engine: Engine,
  session: ImportSession,
  ids: readonly string[],
): Promise<void> {
  const open = await engine.query(
    `SELECT DISTINCT run_id FROM stage.responses SEMI JOIN incoming.idents USING (run_id)`,
  );
  const taken = new Set(open.map((row) => row.run_id));
  if (taken.size === 0) return;
  const idents = session.idents.filter((ident) => taken.has(ids[ident.ix] ?? ""));
  await engine.exec(`DELETE FROM incoming.rows WHERE ctx IN (
    SELECT ctx FROM incoming.contexts WHERE ident IN (${idents.map((i) => i.ix).join(", ")}))`);
  session.warn(
    "run_open_already",
    "these runs are open already: their rows were read once",
    ids.filter((id) => taken.has(id)),
  );
}

/**
 * Turns the incoming tables into stage tables: run ids, trials, repeats, contradictions, and one
 * manifest a run. Runs of which no row was kept are left out.
 */
export async function resolve(engine: Engine, session: ImportSession): Promise<ResolvedRun[]> {
  const ids = runIds(session);
  await writeIdents(engine, session, ids);
  await engine.exec(LISTED);
  await leaveRepeatedFiles(engine, session);
  await leaveOpenRuns(engine, session, ids);
  await place(engine, session);
  await engine.exec(STAGE_RESPONSES);
  await engine.exec(STAGE_RAW);
  await engine.exec(STAGE_BESIDE);
  const runs = await describe(engine, session, ids);
  await warnOfUnruledStems(
    engine,
    session,
    runs.map(({ manifest }) => manifest),
  );
  return runs;
}
