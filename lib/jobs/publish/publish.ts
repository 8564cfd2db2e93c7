import { z } from "zod";
import { presentationsOf } from "@/lib/protocol/conditions";
import type { Engine } from "@/lib/engine/engine";
import { responseFault } from "@/lib/records/check";
import type { Column } from "@/lib/records/columns";
import { TableWriter } from "@/lib/records/importers/table-writer";
import { ITEM_COLUMNS, type Item } from "@/lib/records/item";
import type { ItemSet } from "@/lib/records/item-set";
import { RAW_COLUMNS } from "@/lib/records/raw";
import { OUTCOMES, RESPONSE_COLUMNS } from "@/lib/records/response";
import { pages } from "@/lib/records/pages";
import { SHOWN_COLUMNS, type Shown } from "@/lib/records/shown";
import { prepareStage } from "@/lib/records/stage";
import { writeRuns, type WrittenRun } from "@/lib/records/store/write";
import type { Database } from "../database/database";
import { evaluationOf, type Evaluation } from "../evaluation";
import type { JobPorts } from "../ports";
import { readJob, readRuns, type JobRun } from "../queue/rows";
import { emptyTally, count } from "../queue/tally";
import { recordFrom } from "../runner/record";
import { ActionRefused } from "../state";
import { looksOf, stoppingOf } from "../stopping/read";
import { manifestOf } from "./manifest";
import { isOwnRun } from "./own";

const PAGE = 1000;

const pageRow = z.strictObject({
  cell: z.string(),
  trial: z.int(),
  item_id: z.string(),
  record: z.string(),
});

function writeRow(
  writer: TableWriter,
  columns: readonly Column[],
  row: Readonly<Record<string, unknown>>,
): void {
  columns.forEach((column, i) =>
    writer.set(i, (row[column.name] ?? null) as string | number | boolean | null),
  );
  writer.endRow();
}

async function stageItems(engine: Engine, set: ItemSet): Promise<void> {
  const writer = new TableWriter(engine, "stage.items", ITEM_COLUMNS);
  for (const item of set.items) {
    const row: Item = {
      ...item,
      benchmark: set.manifest.benchmark,
      options: JSON.stringify(item.options),
    };
    writeRow(writer, ITEM_COLUMNS, row);
  }
  await writer.flush();
}

const askedRow = z.strictObject({
  item_id: z.string(),
  condition: z.string(),
  permutation: z.int().nullable(),
});

/**
 * Stages how each condition showed the items that were asked under it: the same orders that the
 * prompts were made of, so that lengths and origins of options are known of a job's runs.
 */
async function stagePresentations(engine: Engine, { spec, set }: Evaluation): Promise<void> {
  // Options that are drawn from a pool stand under no condition.
  if (set.manifest.kind !== "fixed-question" || spec.conditions === null) return;
  const presentations = presentationsOf(spec, set);
  const items = new Map(set.items.map((item) => [item.item_id, item]));
  const writer = new TableWriter(engine, "stage.presentations", SHOWN_COLUMNS);
  const asked = `SELECT DISTINCT item_id, condition, permutation FROM stage.responses
    WHERE condition IS NOT NULL ORDER BY ALL`;
  for await (const page of pages(engine, asked, PAGE)) {
    for (const { item_id, condition, permutation } of z.array(askedRow).parse(page)) {
      const item = items.get(item_id);
      const order = item && presentations.order(item, condition, permutation);
      if (!order)
        throw new Error(`item ${item_id} was asked under ${condition}, which does not show it`);
      const shown: Shown = {
        benchmark: set.manifest.benchmark,
        item_id,
        item_hash: item.item_hash,
        condition,
        permutation,
        order: JSON.stringify(order),
      };
      writer.row(shown);
    }
    await writer.flush();
  }
}

/**
 * Stages the results of a run, a page at a time.
 * @returns the run with the sums of exactly the rows that were staged: more may come meanwhile
 */
async function stageResults(engine: Engine, database: Database, run: JobRun): Promise<JobRun> {
  const responses = new TableWriter(engine, "stage.responses", RESPONSE_COLUMNS);
  const raws = new TableWriter(engine, "stage.raw", RAW_COLUMNS);
  const tally = emptyTally();
  let last = { cell: "", trial: 0, item_id: "" };
  for (;;) {
    const rows = await database.rows(
      pageRow,
      `SELECT cell, trial, item_id, record FROM foilscope.results
        WHERE run_id = $1 AND (cell, trial, item_id) > ($2, $3::integer, $4)
        ORDER BY cell, trial, item_id LIMIT ${PAGE}`,
      [run.run_id, last.cell, last.trial, last.item_id],
    );
    for (const row of rows) {
      const record = recordFrom(row.record);
      const fault = responseFault(record.response);
      if (fault) throw new Error(`run ${run.run_id}: ${fault.column} ${fault.reason}`);
      writeRow(responses, RESPONSE_COLUMNS, record.response);
      writeRow(raws, RAW_COLUMNS, record.raw);
      count(tally, record, 1);
    }
    await responses.flush();
    await raws.flush();
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return { ...run, ...tally };
    last = end;
  }
}

/**
 * Writes what a job has so far as run directories, one a run: also while it runs, so that the
 * explorer shows what is there (the manifest then says `running`). A run that has no row yet is
 * left out.
 * @throws ActionRefused where a run is there that the job has not written, when all others are
 */
export async function publishJob(
  database: Database,
  ports: Pick<JobPorts, "protocol" | "sets" | "withEngine" | "runsDir">,
  id: number,
  onRun: (done: number, total: number) => void = () => undefined,
): Promise<WrittenRun[]> {
  const job = await readJob(database, id);
  const evaluation = await evaluationOf(database, ports, job);
  const runs = await readRuns(database, id);
  const written = await ports.withEngine(async (engine) => {
    const all: WrittenRun[] = [];
    for (const [i, run] of runs.entries()) {
      await prepareStage(engine);
      const staged = await stageResults(engine, database, run);
      if (OUTCOMES.every((outcome) => staged[outcome] === 0)) continue;
      await stageItems(engine, evaluation.set);
      await stagePresentations(engine, evaluation);
      // Read behind the rows: a cell that has stopped meanwhile has no further ones.
      const looks = (await looksOf(database, id)).filter((look) => look.runId === run.run_id);
      const stopped = looks.reduce((sum, look) => sum + look.spared, 0);
      const stopping = stoppingOf(evaluation, run.run_id, looks);
      const manifest = manifestOf(evaluation, job, { ...staged, stopped }, stopping);
      const replace = (path: string) => isOwnRun(job, path);
      all.push(
        ...(await writeRuns(engine, [manifest], ports.runsDir, { replace, manifestCounts: true })),
      );
      onRun(i + 1, runs.length);
    }
    return all;
  });
  const foreign = written.find(({ state }) => state === "refused");
  if (foreign)
    throw new ActionRefused(
      `run ${foreign.runId} was not written: ${foreign.path} is there already, and job ${id} did not write it. Its answers stay in the job database: move that directory out of ${ports.runsDir}, then write the run again`,
    );
  await database.run(
    `UPDATE foilscope.jobs SET published = true
      WHERE id = $1::integer AND last_event = $2::integer AND spec_hash = $3`,
    [id, job.last_event, job.spec_hash],
  );
  return written;
}
