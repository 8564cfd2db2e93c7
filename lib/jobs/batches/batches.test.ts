import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { cancelJob, createJob, pauseJob, removeJob, runJob } from "@/lib/jobs/actions";
import { changeJob } from "@/lib/jobs/change";
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
  unreachedLine,
  type BatchService,
} from "@/tests/helpers/jobs/batch-service";
import { openerOf } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf, startWorker } from "@/tests/helpers/jobs/room";

const never = new AbortController().signal;
const ITEMS = 12;
const set = itemSetOf(ITEMS);
/** Leases outlast whatever else the machine does; hosts are looked at again at once. */
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

async function started(changes: Partial<JobSpecInput> = {}) {
  const ports = portsOf([set], openerOf(host));
  const id = await createJob(room.database, ports, specOf(set, changes));
  await runJob(room.database, ports, id, never);
  const work = (options: object = {}) =>
    startWorker(room.database, ports, { ...QUIET, only: id, ...options });
  return { ports, id, work };
}

const stateOf = async (id: number) => (await readJob(room.database, id)).state;
const until = (check: () => unknown) =>
  vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout: 30_000, interval: 20 });
/** Keys that were handed in, as often as they were. */
const asked = () =>
  service.batches.flatMap(({ lines }) => lines.map(({ key }) => `${key.item} ${key.trial}`));
const batchesNow = async (id: number) =>
  (await progressOf(room.database, id)).batches.map(({ state, done, failed, missing }) => [
    state,
    done,
    failed,
    missing,
  ]);
const recordRow = z.strictObject({ record: z.string() });
const records = async () =>
  (
    await room.database.rows(
      recordRow,
      "SELECT record FROM foilscope.results ORDER BY trial, item_id",
    )
  ).map((row) => recordFrom(row.record));

it("asks a job in batches within the limits, no more at once than the host takes", async () => {
  const { id, work } = await started({ trials: 5 });
  await work({ batchLimits: { requests: 130, bytes: 1_000_000 } }).done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([36, 24]);
  expect(new Set(asked()).size).toBe(60);
  expect(service.most()).toBe(1);
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({ planned: 60, answered: 60, correct: 60, prompt_tokens: 24_000 });
  expect((await records())[0]).toMatchObject({
    response: { trial: 1, item_id: "t0", outcome: "answered", latency_ms: null, attempts: 1 },
    raw: { text: "2" },
  });
  expect(await batchesNow(id)).toEqual([
    ["collected", 24, 0, 0],
    ["collected", 36, 0, 0],
  ]);
});

it("keeps a file within the limit of bytes", async () => {
  const { id, work } = await started({ trials: 4 });
  // A line has about 400 bytes, a chunk of twelve about 5,000.
  await work({ batchLimits: { requests: 1000, bytes: 8000 } }).done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([12, 12, 12, 12]);
});

it("stores the part of a batch that expired, and asks the rest alone again", async () => {
  service.decide = (batch, index) => {
    if (index > 0) {
      complete(batch);
      return;
    }
    batch.state = "expired";
    batch.output = batch.lines
      .slice(0, 5)
      .map((line) => rightLine(line))
      .join("");
    batch.errors = batch.lines
      .slice(5, 8)
      .map((line) => unreachedLine(line))
      .join("");
  };
  const { id, work } = await started({ trials: 1 });
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([12, 7]);
  expect(service.batches[1]!.lines.map(({ key }) => key.item)).toEqual(
    service.batches[0]!.lines.slice(5).map(({ key }) => key.item),
  );
  expect(await batchesNow(id)).toEqual([
    ["collected", 7, 0, 0],
    ["collected", 5, 3, 4],
  ]);
  const all = await records();
  expect(all.map(({ response }) => response.outcome)).toEqual(Array(12).fill("answered"));
  expect(all.filter(({ response }) => response.attempts === 2)).toHaveLength(7);
});

it("takes lines that are missing, doubled, strange or errors for what they are", async () => {
  service.decide = (batch, index) => {
    if (index > 0) {
      complete(batch);
      return;
    }
    const [a, b, c] = batch.lines;
    const rest = batch.lines.slice(4);
    batch.state = "completed";
    // Of a: the first of two counts. b: refused for good. c: may be tried again. d: no line.
    batch.output =
      rightLine(a!) +
      rightLine(a!, "1") +
      rightLine({ id: "nobody", key: a!.key }) +
      rest.map((line) => rightLine(line)).join("") +
      '{"custom_id": "torn';
    batch.errors = failedLine(b!, 400, "too long") + failedLine(c!, 500, "oops");
  };
  const { id, work } = await started({ trials: 1 });
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  const [first, second] = service.batches;
  expect(second!.lines.map(({ key }) => key.item)).toEqual(
    first!.lines.slice(2, 4).map(({ key }) => key.item),
  );
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({ answered: 11, error: 1, correct: 11 });
  expect((await records()).flatMap(({ failure }) => failure ?? [])).toEqual([
    { kind: "status 400", message: "the host answers 400: too long" },
  ]);
  const { batches } = await progressOf(room.database, id);
  expect(batches[1]).toMatchObject({
    done: 9,
    failed: 2,
    missing: 1,
    problem: "lines that stood twice or that nobody asked for: 2; lines that could not be read: 1",
  });
});

it("makes errors of what no batch brings, after the job's tries", async () => {
  service.decide = (batch) => {
    batch.state = "completed";
    batch.output = batch.lines
      .slice(1)
      .map((line) => rightLine(line))
      .join("");
  };
  const limits = { concurrency: 4, timeout_seconds: 60, attempts: 2 };
  const { id, work } = await started({ trials: 1, limits });
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([12, 1]);
  expect(
    (await records()).flatMap(({ failure, response }) =>
      failure ? [response.attempts, failure.message] : [],
    ),
  ).toEqual([2, "the batch ended without a line for this request"]);
});

it("hands nothing in twice where the reply that names the batch is lost, and the worker with it", async () => {
  service.loseIds = true;
  const { id, work } = await started();
  const first = work();
  await until(() => service.batches.length === 1);
  await first.stop();
  expect((await batchesNow(id))[0]).toEqual(["submitting", null, null, null]);
  service.loseIds = false;
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches).toHaveLength(1);
  expect(asked()).toHaveLength(24);
});

it("goes on with what is at the host after a pause, from the id alone", async () => {
  service.decide = (batch) => {
    batch.state = "in_progress";
  };
  const { id, ports, work } = await started();
  const first = work();
  await until(async () => (await progressOf(room.database, id)).batches[0]?.host_state);
  await pauseJob(room.database, id);
  await first.done;
  await expect(removeJob(room.database, id)).rejects.toThrow("cancel it first");
  expect((await progressOf(room.database, id)).batches[0]).toMatchObject({
    state: "waiting",
    remote: "batch_0",
    host_state: "in_progress",
    requests: 24,
  });
  service.decide = complete;
  await runJob(room.database, ports, id, never);
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  expect(asked()).toHaveLength(24);
});

it("pauses a job whose batch is refused, says why, and hands in another one afterwards", async () => {
  service.decide = (batch, index) => {
    if (index > 0) {
      complete(batch);
      return;
    }
    batch.state = "failed";
    batch.problems = ["Enqueued token limit reached for m"];
  };
  const { id, ports, work } = await started();
  await work().done;
  const job = await readJob(room.database, id);
  expect(job).toMatchObject({
    state: "paused",
    reason: "host h refused a batch: Enqueued token limit reached for m",
  });
  expect((await progressOf(room.database, id)).done).toBe(0);
  await runJob(room.database, ports, id, never);
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches).toHaveLength(2);
});

it("pauses a job where the host gives no access, and loses nothing of the batch there", async () => {
  const { id, ports, work } = await started();
  service.decide = (batch) => {
    batch.state = "in_progress";
  };
  const first = work();
  await until(() => service.batches.length === 1);
  service.intercept = (_, path, response) => {
    if (!path.startsWith("/v1/batches/")) return false;
    response.statusCode = 401;
    response.end(JSON.stringify({ error: { message: "no such key" } }));
    return true;
  };
  await first.done;
  expect((await readJob(room.database, id)).reason).toBe(
    "host h cannot be asked for a batch: the host answers 401: no such key",
  );
  service.intercept = () => false;
  service.decide = complete;
  await runJob(room.database, ports, id, never);
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches).toHaveLength(1);
});

it("cancels at the host with the job, keeps what was done, and can be run again", async () => {
  service.decide = (batch) => {
    if (batch.state === "cancelling") {
      batch.state = "cancelled";
      batch.output = batch.lines
        .slice(0, 7)
        .map((line) => rightLine(line))
        .join("");
      batch.errors = batch.lines
        .slice(7)
        .map((line) => unreachedLine(line, "batch_cancelled"))
        .join("");
    } else batch.state = "in_progress";
  };
  const { id, ports, work } = await started();
  const worker = work({ only: undefined });
  await until(async () => (await progressOf(room.database, id)).batches[0]?.host_state);
  await cancelJob(room.database, id);
  await expect(removeJob(room.database, id)).rejects.toThrow("try again in a moment");
  await until(async () => (await batchesNow(id))[0]?.[0] === "collected");
  expect(service.batches[0]!.cancels).toBe(1);
  expect(await progressOf(room.database, id)).toMatchObject({ state: "cancelled", done: 7 });
  service.decide = complete;
  await runJob(room.database, ports, id, never);
  await until(async () => (await stateOf(id)) === "complete");
  await worker.stop();
  // 17 that were not reached are asked again, and count as tried once.
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([24, 17]);
  expect((await records()).every(({ response }) => response.attempts === 1)).toBe(true);
});

it("asks nothing twice where trials are added while a batch is at its host", async () => {
  service.decide = (batch) => {
    batch.state = "in_progress";
  };
  host = batchHost(service, 4);
  const { id, ports, work } = await started({ trials: 1, option_counts: [4, 10] });
  const worker = work({ only: undefined });
  await until(async () => (await progressOf(room.database, id)).batches[0]?.host_state);
  await changeJob(room.database, ports, id, { trials: 3 });
  await until(() => service.batches.length === 2);
  service.decide = complete;
  await until(async () => (await stateOf(id)) === "complete");
  await worker.stop();
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([24, 48]);
  const keys = service.batches.flatMap(({ lines }) => lines.map(({ key }) => JSON.stringify(key)));
  expect(new Set(keys).size).toBe(72);
});

it("stops cells by the rule: nothing behind a look is handed in before it is taken", async () => {
  const answers = (key: { item: string; goldPos: number }) =>
    String(Number(key.item.slice(1)) < 6 ? key.goldPos : (key.goldPos % 4) + 1);
  service.decide = (batch) => {
    batch.state = "completed";
    batch.output = batch.lines.map((line) => rightLine(line, answers(line.key))).join("");
  };
  const { id, work } = await started({ trials: 200, adaptive: {} });
  await work().done;
  expect(await stateOf(id)).toBe("complete");
  expect(service.batches.map(({ lines }) => lines.length)).toEqual([50 * ITEMS]);
  expect(await progressOf(room.database, id)).toMatchObject({
    planned: 200 * ITEMS,
    done: 50 * ITEMS,
    stopped: 150 * ITEMS,
    left: 0,
  });
});
