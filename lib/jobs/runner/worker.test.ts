import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createJob, runJob } from "@/lib/jobs/actions";
import { readJob, readRuns } from "@/lib/jobs/queue/rows";
import { right, openerOf, ScriptedHost } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf, startWorker } from "@/tests/helpers/jobs/room";

let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(() => room.clear());

it("asks every planned request once and ends complete", async () => {
  const set = itemSetOf(130);
  const host = new ScriptedHost(right, { concurrency: 8 });
  const ports = portsOf([set], openerOf(host));
  const spec = specOf(set, { trials: 3, limits: { concurrency: 8 } });
  const id = await createJob(room.database, ports, spec);
  await runJob(room.database, ports, id, new AbortController().signal);
  const started = startWorker(room.database, ports, { only: id });
  await started.done;
  expect(started.notes).toEqual([]);
  expect((await readJob(room.database, id)).state).toBe("complete");
  expect(host.asked).toHaveLength(390);
  expect(new Set(host.asked.map((key) => `${key.item} ${key.trial}`)).size).toBe(390);
  expect(host.most).toBeLessThanOrEqual(8);
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({ answered: 390, correct: 390, error: 0, served: "m-served" });
});
