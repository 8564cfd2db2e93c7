import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { cancelJob, createJob, removeJob, retryErrors, runJob } from "@/lib/jobs/actions";
import { changeJob } from "@/lib/jobs/change";
import type { Database } from "@/lib/jobs/database/database";
import { progressOf } from "@/lib/jobs/progress";
import { readJob, readRuns } from "@/lib/jobs/queue/rows";
import { recordFrom } from "@/lib/jobs/runner/record";
import type { JobSpecInput } from "@/lib/protocol/job-spec";
import {
  batchHost,
  complete,
  failedLine,
  rightLine,
  startBatchService,
  type BatchService,
  type ServedBatch,
} from "@/tests/helpers/jobs/batch-service";
import { openerOf } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf, startWorker } from "@/tests/helpers/jobs/room";

const never = new AbortController().signal;
const set = itemSetOf(12);
const QUIET = { ttlMs: 600_000, beatMs: 100, pollMs: 20, batchPollMs: 30 };

let room: Awaited<ReturnType<typeof memoryRoom>>;
let service: BatchService;
let host: ReturnType<typeof batchHost>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(async () => {
  await room.clear();
  service = await startBatchService();
  host = batchHost(service, 1);
});
afterEach(async () => {
  await host.host.close();
  await service.close();
});

const until = (check: () => unknown) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout: 30_000, interval: 20 });
const stateOf = async (id: number) => (await readJob(room.database, id)).state;
const batchOf = async (id: number) => (await progressOf(room.database, id)).batches[0];
const failuresRow = z.strictObject({ failures: z.int() });
const failures = async () =>
  (await room.database.rows(failuresRow, "SELECT failures FROM foilscope.batches"))[0]?.failures;

async function started(changes: Partial<JobSpecInput> = {}) {
  const ports = portsOf([set], openerOf(host));
  const id = await createJob(room.database, ports, specOf(set, { trials: 1, ...changes }));
  await runJob(room.database, ports, id, never);
  return { ports, id };
}

/** A job that was cancelled while its batch was at the host; nobody works on it. */
async function cancelledJob() {
  const { ports, id } = await started();
  service.decide = (batch) => {
    batch.state = "in_progress";
  };
  const worker = startWorker(room.database, ports, QUIET);
  await until(async () => (await batchOf(id))?.host_state);
  await worker.stop();
  await cancelJob(room.database, id);
  service.decide = cancelledAfter(7);
  return { ports, id };
}

/** Ends when its cancelling was asked for. */
const cancelledAfter = (answers: number) => (batch: ServedBatch) => {
  if (batch.state !== "cancelling") return;
  batch.state = "cancelled";
  batch.output = batch.lines
    .slice(0, answers)
    .map((line) => rightLine(line))
    .join("");
};

/** Its seven answers are stored, and it is no longer at its host. */
async function collects(id: number) {
  await until(async () => (await batchOf(id))?.state === "collected");
  expect(await batchOf(id)).toMatchObject({ done: 7, missing: 5, problem: null });
  expect(await progressOf(room.database, id)).toMatchObject({ state: "cancelled", done: 7 });
}

it("of a cancelled job keeps a batch that it has no right to ask for, and says so", async () => {
  const { ports, id } = await cancelledJob();
  let refusals = 0;
  service.intercept = (_, path, response) => {
    if (!path.startsWith("/v1/batches/")) return false;
    refusals += 1;
    response.statusCode = 401;
    response.end(JSON.stringify({ error: { message: "no such key" } }));
    return true;
  };
  const worker = startWorker(room.database, ports, QUIET);
  await until(() => refusals > 1);
  await until(async () => (await batchOf(id))?.problem);
  expect(await batchOf(id)).toMatchObject({
    state: "waiting",
    problem: "the host answers 401: no such key",
  });
  service.intercept = () => false;
  await collects(id);
  await worker.stop();
  expect(service.batches[0]!.cancels).toBe(1);
});

it("of a cancelled job can be left at a host that stays away, and the job removed", async () => {
  const { ports, id } = await cancelledJob();
  let refusals = 0;
  service.intercept = (_, path, response) => {
    if (!path.startsWith("/v1/batches/")) return false;
    refusals += 1;
    response.statusCode = 503;
    response.end();
    return true;
  };
  const worker = startWorker(room.database, ports, QUIET);
  await until(() => refusals > 0);
  await expect(removeJob(room.database, id)).rejects.toThrow("or leave them there");
  await removeJob(room.database, id, true);
  await expect(readJob(room.database, id)).rejects.toThrow("no job");
  // What was being asked for it ends without a place to go, and the worker goes on with the next job.
  service.intercept = () => false;
  service.decide = complete;
  const next = await started();
  await until(async () => (await stateOf(next.id)) === "complete");
  expect(await failures()).toBe(0);
  await worker.stop();
});

it("of a cancelled job leaves a batch to others where it has no key for the host", async () => {
  const { ports, id } = await cancelledJob();
  const keyless = startWorker(
    room.database,
    { ...ports, hosts: { open: () => Promise.reject(new Error("TEST_API_KEY is not set")) } },
    QUIET,
  );
  await until(async () => (await batchOf(id))?.problem);
  expect(await batchOf(id)).toMatchObject({ state: "waiting", problem: "TEST_API_KEY is not set" });
  expect(await failures()).toBe(0);
  await keyless.stop();
  const worker = startWorker(room.database, ports, QUIET);
  await collects(id);
  await worker.stop();
});

it("of a cancelled job reads a batch again where the database was lost meanwhile", async () => {
  const { ports, id } = await cancelledJob();
  let losing = false;
  let lost = 0;
  service.intercept = (_, path) => {
    if (path.endsWith("/content") && lost === 0) losing = true;
    return false;
  };
  const database: Database = {
    ...room.database,
    transaction(work) {
      if (!losing) return room.database.transaction(work);
      losing = false;
      lost += 1;
      return Promise.reject(new Error("Connection terminated unexpectedly"));
    },
  };
  const worker = startWorker(database, ports, QUIET);
  await collects(id);
  await worker.stop();
  expect(lost).toBe(1);
});

it("of a cancelled job gives a batch up that its host does not know any more", async () => {
  const { ports, id } = await cancelledJob();
  service.intercept = (_, path, response) => {
    if (!path.startsWith("/v1/batches/")) return false;
    response.statusCode = 404;
    response.end(JSON.stringify({ error: { message: "no such batch" } }));
    return true;
  };
  const worker = startWorker(room.database, ports, QUIET);
  await until(async () => (await batchOf(id))?.state === "given up");
  await worker.stop();
  expect((await batchOf(id))?.problem).toBe("the host answers 404: no such batch");
});

const recordRow = z.strictObject({ record: z.string() });
const records = async () =>
  (
    await room.database.rows(
      recordRow,
      "SELECT record FROM foilscope.results ORDER BY trial, item_id",
    )
  ).map((row) => recordFrom(row.record));
/** How often each request of trial 1 was handed in. */
const asked = (item: string) =>
  service.batches
    .flatMap(({ lines }) => lines)
    .filter(({ key }) => key.item === item && key.trial === 1).length;

it("asks again what was offered for it before the job was extended with a batch out", async () => {
  // Of the first batch t0 is an error for good and t1 may be tried again, alone, in a second batch.
  service.decide = (batch, index) => {
    if (index > 0) {
      batch.state = "in_progress";
      return;
    }
    const by = (item: string) => batch.lines.find(({ key }) => key.item === item)!;
    batch.state = "completed";
    batch.errors = failedLine(by("t0"), 400, "too long") + failedLine(by("t1"), 500, "oops");
    batch.output = batch.lines
      .filter(({ key }) => key.item !== "t0" && key.item !== "t1")
      .map((line) => rightLine(line))
      .join("");
  };
  const { ports, id } = await started();
  const worker = startWorker(room.database, ports, QUIET);
  await until(async () => service.batches.length === 2 && (await batchOf(id))?.host_state);
  expect(await retryErrors(room.database, id)).toBe(1);
  await changeJob(room.database, ports, id, { trials: 2 });
  service.decide = complete;
  await until(async () => (await stateOf(id)) === "complete");
  await worker.stop();
  expect([asked("t0"), asked("t1"), asked("t2")]).toEqual([2, 2, 1]);
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({ planned: 24, answered: 24, error: 0 });
});

it("counts the tries of a batch on where the job is extended while it is out", async () => {
  const without = (batch: ServedBatch) => {
    batch.state = "completed";
    batch.output = batch.lines
      .filter(({ key }) => key.item !== "t3" || key.trial > 1)
      .map((line) => rightLine(line))
      .join("");
  };
  service.decide = (batch, index) => {
    if (index === 0) without(batch);
    else batch.state = "in_progress";
  };
  const limits = { concurrency: 4, timeout_seconds: 60, attempts: 3 };
  const { ports, id } = await started({ limits });
  const worker = startWorker(room.database, ports, QUIET);
  await until(async () => service.batches.length === 2 && (await batchOf(id))?.host_state);
  await changeJob(room.database, ports, id, { trials: 2 });
  service.decide = without;
  await until(async () => (await stateOf(id)) === "complete");
  await worker.stop();
  expect(asked("t3")).toBe(3);
  expect(
    (await records()).flatMap(({ failure, response }) =>
      failure ? [[response.item_id, response.trial, response.attempts]] : [],
    ),
  ).toEqual([["t3", 1, 3]]);
});
