import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { cancelJob, cloneJob, createJob, pauseJob, retryErrors, runJob } from "@/lib/jobs/actions";
import { changeJob } from "@/lib/jobs/change";
import { errorsOf, progressOf } from "@/lib/jobs/progress";
import { readJob, readRuns } from "@/lib/jobs/queue/rows";
import type { JobSpec } from "@/lib/protocol/job-spec";
import {
  failureOf,
  openerOf,
  replyOf,
  right,
  ScriptedHost,
  type AskedKey,
} from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf, startWorker } from "@/tests/helpers/jobs/room";
import { FAILURES_IN_A_ROW } from "./queue-runner";

const never = new AbortController().signal;
let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(() => room.clear());

const set = itemSetOf(130);

/** A job that was run, on one host. */
async function started(host: ScriptedHost, changes: Partial<JobSpec> = {}) {
  const ports = portsOf([set], openerOf(host));
  const id = await createJob(room.database, ports, specOf(set, changes));
  await runJob(room.database, ports, id, never);
  return { ports, id, work: () => startWorker(room.database, ports, { only: id }).done };
}

const distinct = (asked: readonly AskedKey[]) =>
  new Set(asked.map((key) => `${key.item} ${key.trial} ${key.nOptions}`)).size;
const stateOf = async (id: number) => (await readJob(room.database, id)).state;

it("asks every planned request once and ends complete", async () => {
  const host = new ScriptedHost(right, { concurrency: 8 });
  const { id, work } = await started(host, { trials: 3 });
  await work();
  expect(await stateOf(id)).toBe("complete");
  expect(host.asked).toHaveLength(390);
  expect(distinct(host.asked)).toBe(390);
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({
    planned: 390,
    items: 130,
    answered: 390,
    correct: 390,
    served: ["m-served"],
    prompt_tokens: 390 * 40,
    cached_known: 390,
    reasoning_known: 0,
  });
  expect(await progressOf(room.database, id)).toMatchObject({
    done: 390,
    left: 0,
    rate: null,
    tokens: { prompt: 15_600, completion: 390, reasoning: null, cached: 3900, cachedShare: 0.25 },
    hosts: [{ host: "h", done: 390, planned: 390, errors: 0, slots: 0 }],
  });
});

it("never asks a host more at once than its limit, with three workers and two jobs", async () => {
  const gate = new ScriptedHost(
    async (key) => {
      await new Promise((resolve) => setImmediate(resolve));
      return right(key, never);
    },
    { concurrency: 5 },
  );
  const a = await started(gate, { limits: { concurrency: 4, timeout_seconds: 9, attempts: 1 } });
  const b = await started(gate, { seed: "other", trials: 1 });
  const beats = { beatMs: 100, pollMs: 50 };
  const workers = [1, 2, 3].map(() => startWorker(room.database, a.ports, beats));
  await vi.waitFor(
    async () =>
      expect([await stateOf(a.id), await stateOf(b.id)]).toEqual(["complete", "complete"]),
    { timeout: 30_000 },
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(gate.most).toBeLessThanOrEqual(5);
  expect(gate.asked).toHaveLength(390);
});

/** A host that holds back all replies behind the first few until it is opened. */
function heldHost(free: number) {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  let asked = 0;
  const host = new ScriptedHost(
    async (key, signal) => {
      asked += 1;
      if (asked > free)
        await Promise.race([
          opened,
          new Promise<never>((_, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason as Error));
          }),
        ]);
      return right(key, signal);
    },
    { concurrency: 4 },
  );
  return { host, open };
}

it("keeps asking for chunks that are claimed while leases are renewed", async () => {
  let answer: () => void = () => undefined;
  let release: () => void = () => undefined;
  const secondClaim = new Promise<void>((resolve) => (release = resolve));
  let begun: () => void = () => undefined;
  const renewing = new Promise<void>((resolve) => (begun = resolve));
  let claims = 0;
  const { database } = room;
  // A renewal is answered when chunks were claimed behind it, or nothing is left to claim.
  const slow: typeof database = {
    ...database,
    async rows(schema, sql, parameters) {
      const rows = await database.rows(schema, sql, parameters);
      if (sql.includes("UPDATE foilscope.chunks SET until"))
        await new Promise<void>((resolve) => {
          answer = resolve;
          begun();
        });
      return rows;
    },
    async transaction(work) {
      const statements: string[] = [];
      const result = await database.transaction((tx) =>
        work({
          ...tx,
          rows(schema, sql, parameters) {
            statements.push(sql);
            return tx.rows(schema, sql, parameters);
          },
        }),
      );
      if (/INSERT INTO foilscope.chunks|AS "left"/.test(statements.join(";")))
        setImmediate(() => {
          answer();
          claims += 1;
          if (claims === 2) release();
        });
      return result;
    },
  };
  // The first chunk waits until its lease is being renewed, and is not finished before the second
  // one is claimed.
  const host = new ScriptedHost(
    async (key) => {
      if (key.item === "t0" || key.item === "t1") await renewing;
      if (key.item === "t98") await secondClaim;
      await new Promise((resolve) => setImmediate(resolve));
      return right(key, never);
    },
    { concurrency: 2 },
  );
  const { ports, id } = await started(host, { trials: 4 });
  await startWorker(slow, ports, { only: id, beatMs: 1, ttlMs: 600_000 }).done;
  expect(await stateOf(id)).toBe("complete");
});

it("lets requests in flight finish when it is paused, and goes on without asking them again", async () => {
  const { host, open } = heldHost(10);
  const { ports, id, work } = await started(host);
  let looked = false;
  const watched: typeof room.database = {
    ...room.database,
    async rows(schema, sql, parameters) {
      const rows = await room.database.rows(schema, sql, parameters);
      looked ||= sql.startsWith("SELECT state FROM foilscope.jobs");
      return rows;
    },
  };
  const { done } = startWorker(watched, ports, { only: id });
  await vi.waitFor(() => expect(host.inFlight).toBe(4));
  await pauseJob(room.database, id);
  // The worker knows of the pause before anything is answered: it closes nothing.
  await vi.waitFor(() => expect(looked).toBe(true), 10_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(host.aborted).toBe(0);
  open();
  await done;
  const asked = host.asked.length;
  expect(asked).toBeLessThan(260);
  expect((await progressOf(room.database, id)).done).toBe(asked);
  expect(host.aborted).toBe(0);
  await runJob(room.database, ports, id, never);
  await work();
  expect(await stateOf(id)).toBe("complete");
  expect(host.asked).toHaveLength(260);
});

it("closes requests in flight when it is cancelled, and can be run again", async () => {
  const { host, open } = heldHost(10);
  const { ports, id, work } = await started(host);
  const done = work();
  await vi.waitFor(() => expect(host.inFlight).toBe(4));
  await cancelJob(room.database, id);
  await done;
  expect(host.aborted).toBe(4);
  expect((await progressOf(room.database, id)).done).toBe(10);
  open();
  await runJob(room.database, ports, id, never);
  await work();
  expect(await stateOf(id)).toBe("complete");
  // The four that were closed are asked again, the ten that were answered are not.
  expect(host.asked).toHaveLength(264);
});

it("asks only the new trials when K is raised", async () => {
  const host = new ScriptedHost(right, { concurrency: 8 });
  const { ports, id, work } = await started(host);
  await work();
  await changeJob(room.database, ports, id, { trials: 5 });
  expect(await stateOf(id)).toBe("running");
  await work();
  expect(await stateOf(id)).toBe("complete");
  expect(host.asked).toHaveLength(5 * 130);
  expect(distinct(host.asked)).toBe(5 * 130);
  await expect(changeJob(room.database, ports, id, { trials: 4 })).rejects.toThrow(
    "it can be given more, not fewer",
  );
});

it("works on while a job is published, and ends when all are", async () => {
  const host = new ScriptedHost(right, { concurrency: 8 });
  const first = await started(host, { trials: 1 });
  const begun: number[] = [];
  const ended: number[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const publish = async (id: number) => {
    begun.push(id);
    await held;
    await room.database.run("UPDATE foilscope.jobs SET published = true WHERE id = $1::integer", [
      id,
    ]);
    ended.push(id);
  };
  const worker = startWorker(room.database, first.ports, { publish });
  await vi.waitFor(() => expect(begun).toEqual([first.id]), 10_000);
  const second = await started(host, { trials: 1, seed: "other" });
  await vi.waitFor(async () => expect(await stateOf(second.id)).toBe("complete"), 10_000);
  // One at a time, and each once, however often the worker looks.
  expect(begun).toEqual([first.id]);
  await vi.waitFor(() => expect(worker.worker).toHaveProperty("publishing.size", 2), 10_000);
  const stopped = worker.stop();
  release();
  await stopped;
  expect(begun).toEqual([first.id, second.id]);
  expect(ended).toEqual([first.id, second.id]);
});

it("keeps errors as rows, and asks them alone again when they are offered", async () => {
  let broken = true;
  const host = new ScriptedHost(
    (key) =>
      broken && Number(key.item.slice(1)) % 13 === 0 ? failureOf("boom", 503) : right(key, never),
    { concurrency: 8 },
  );
  const { id, work } = await started(host);
  await work();
  expect(await stateOf(id)).toBe("complete");
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({ answered: 240, error: 20, correct: 240 });
  expect(await errorsOf(room.database, id)).toEqual([
    { host: "h", kind: "status 503", count: 20, example: "boom" },
  ]);
  broken = false;
  expect(await retryErrors(room.database, id)).toBe(20);
  await work();
  expect(await stateOf(id)).toBe("complete");
  expect(host.asked).toHaveLength(280);
  const [after] = await readRuns(room.database, id);
  expect(after).toMatchObject({ answered: 260, error: 0, correct: 260, prompt_known: 260 });
  expect(await retryErrors(room.database, id)).toBe(0);
});

it("pauses a job whose host fails one request after the other, and says why", async () => {
  const host = new ScriptedHost(() => failureOf("401: no such key", 401));
  const { id, work } = await started(host);
  await work();
  const job = await readJob(room.database, id);
  expect(job.state).toBe("paused");
  expect(job.reason).toBe(
    `host h failed ${FAILURES_IN_A_ROW} requests in a row, the last with: 401: no such key`,
  );
  expect(host.asked.length).toBeLessThan(FAILURES_IN_A_ROW + 40);
});

it("pauses a job that would go on with another model of the same name", async () => {
  const host = new ScriptedHost(right, { concurrency: 8 });
  const { models, ...probe } = await host.probe();
  const serve = (quantisation: string) => {
    const served = models.map((model) => ({ ...model, digest: null, quantisation }));
    vi.spyOn(host, "probe").mockResolvedValue({ ...probe, models: served } as never);
  };
  serve("q4");
  const { ports, id, work } = await started(host, { trials: 1 });
  await work();
  serve("q8");
  await changeJob(room.database, ports, id, { trials: 2 });
  await work();
  const job = await readJob(room.database, id);
  expect([job.state, job.reason]).toEqual([
    "paused",
    "m on h is another model than when this run began (quantisation q4, now q8): its answers would be mixed",
  ]);
  expect(host.asked).toHaveLength(130);
});

it("refuses a clone that would ask the same run, and runs one with another seed", async () => {
  const host = new ScriptedHost(right);
  const { ports, id } = await started(host);
  const same = await cloneJob(room.database, ports, id);
  await expect(runJob(room.database, ports, same, never)).rejects.toThrow(
    `belongs to job ${id} (test): that one can be continued, and given more trials of the cells that it has; for other numbers of options, environments or conditions give this job another seed`,
  );
  const other = await cloneJob(room.database, ports, id, { seed: "z" });
  await runJob(room.database, ports, other, never);
  expect((await readJob(room.database, other)).spec).toEqual({
    ...(await readJob(room.database, id)).spec,
    seed: "z",
  });
});

it("keeps the name of every model that answered a run", async () => {
  // The first 65 requests and the others: the host moves its alias between them.
  let asked = 0;
  const host = new ScriptedHost(({ goldPos }) => {
    asked += 1;
    return replyOf(String(goldPos), { served: asked > 65 ? "m-2024-08" : "m-2024-11" });
  });
  const { id, work } = await started(host, { trials: 1 });
  await work();
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({ answered: 130, served: ["m-2024-08", "m-2024-11"] });
});

it("counts what a host says of itself, and marks a prompt that was cut", async () => {
  const host = new ScriptedHost((key) => {
    const says = { promptTokens: key.item === "t1" ? 5 : null, dropped: ["top_k"] };
    return replyOf(String(key.goldPos), says);
  });
  vi.spyOn(host, "leastTokens").mockReturnValue(6);
  const { id, work } = await started(host, { trials: 1 });
  await work();
  const [run] = await readRuns(room.database, id);
  expect(run).toMatchObject({ answered: 129, prompt_truncated: 1, dropped: ["top_k"] });
  expect(run).toMatchObject({ prompt_known: 1, prompt_tokens: 5, correct: 129 });
});
