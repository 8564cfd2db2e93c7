import { z } from "zod";
import { cellText } from "../cell";
import type { Queries } from "../database/database";
import type { Evaluation } from "../evaluation";
import { contentText, type BatchContent } from "./content";

const batchRow = z.strictObject({ id: z.int(), model: z.int(), content: contentText });

const placeOf = (model: number, cell: string, trial: number, part: number) =>
  JSON.stringify([model, cell, trial, part]);

/** Indices in a plan of the chunks of some batches, by what they ask. */
function indicesOf({ plan }: Evaluation, wanted: Set<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let index = 0; index < plan.chunks && found.size < wanted.size; index += 1) {
    const { model, cell, part } = plan.chunk(index);
    const place = placeOf(model, cellText(cell), cell.trial, part);
    if (wanted.has(place)) found.set(place, index);
  }
  return found;
}

/**
 * Binds the chunks of batches that are under way to them again, where the job has got a longer plan and
 * all its chunks were forgotten: what hosts are working on must not be asked a second time.
 */
export async function keepBatches(tx: Queries, job: number, evaluation: Evaluation): Promise<void> {
  const batches = await tx.rows(
    batchRow,
    `SELECT id, model, content FROM foilscope.batches
      WHERE job = $1::integer AND state IN ('submitting', 'waiting') ORDER BY id FOR UPDATE`,
    [job],
  );
  if (batches.length === 0) return;
  const placeIn = (model: number) => (group: BatchContent[number]) =>
    placeOf(model, group.cell, group.trial, group.part);
  const wanted = new Set(batches.flatMap(({ model, content }) => content.map(placeIn(model))));
  const indices = indicesOf(evaluation, wanted);
  for (const { id, model, content } of batches) {
    const placed = content.map((group) => {
      const chunk = indices.get(placeIn(model)(group));
      if (chunk === undefined) throw new Error(`a batch of job ${job} asks what is not planned`);
      return { ...group, chunk };
    });
    await tx.run("UPDATE foilscope.batches SET content = $2 WHERE id = $1::integer", [
      id,
      JSON.stringify(placed),
    ]);
    // Whether a row of a chunk was offered for another try is forgotten with it: all are looked at again.
    await tx.run(
      `INSERT INTO foilscope.chunks (job, chunk, model, epoch, batch, attempts, recheck)
        SELECT $1::integer, c.chunk, $2::integer, c.epoch, $3::integer, c.attempts, true
        FROM unnest($4::integer[], $5::integer[], $6::integer[]) AS c(chunk, epoch, attempts)`,
      [
        job,
        model,
        id,
        placed.map((group) => group.chunk),
        placed.map((group) => group.epoch),
        placed.map((group) => group.attempts),
      ],
    );
  }
}
