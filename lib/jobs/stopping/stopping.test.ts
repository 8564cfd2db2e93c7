import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createJob, pauseJob, retryErrors, runJob } from "@/lib/jobs/actions";
import { changeJob } from "@/lib/jobs/change";
import { progressOf } from "@/lib/jobs/progress";
import { publishJob } from "@/lib/jobs/publish/publish";
import { readJob } from "@/lib/jobs/queue/rows";
import { manifestSchema } from "@/lib/records/manifest";
import {
  failureOf,
  openerOf,
  replyOf,
  ScriptedHost,
  type AskedKey,
} from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf, startWorker } from "@/tests/helpers/jobs/room";
import { lookBefore } from "./gates";
import { looksOf } from "./read";

const never = new AbortController().signal;
let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(() => room.clear());

const ITEMS = 4;
const TRIALS = 120;
/** Leases outlast whatever else the machine does: what is asked is then asked once. */
const QUIET = { ttlMs: 600_000, beatMs: 100, pollMs: 20 };
const SATURATED = "more trials cannot narrow the item interval";
const set = itemSetOf(ITEMS);

/**
 * N=4: two items are always right and two never, so that trials add nothing and the rule stops at its
 * first look. N=10: all items are right in even trials and wrong in odd ones; the interval over items
 * is then all trials', and each trial narrows it: it runs to the end.
 */
const isRight = ({ item, trial, nOptions }: AskedKey) =>
  nOptions === 4 ? Number(item.slice(1)) < 2 : trial % 2 === 0;
const answer = (key: AskedKey) =>
  replyOf(String(isRight(key) ? key.goldPos : (key.goldPos % key.nOptions) + 1));

async function started(host: ScriptedHost, trials = TRIALS) {
  const ports = portsOf([set], openerOf(host));
  const adaptive = { trial_target: null, item_target: null };
  const spec = specOf(set, { option_counts: [4, 10], trials, adaptive });
  const id = await createJob(room.database, ports, spec);
  await runJob(room.database, ports, id, never);
  return { ports, id, work: () => startWorker(room.database, ports, { ...QUIET, only: id }).done };
}

const stateOf = async (id: number) => (await readJob(room.database, id)).state;
const trialsOf = (host: ScriptedHost, n: number) =>
  host.asked.filter((key) => key.nOptions === n).map((key) => key.trial);
const decisions = async (id: number) =>
  (await looksOf(room.database, id)).map(({ cell, trials, stop }) => [
    cell.n_options,
    trials,
    stop,
  ]);
const lookRow = z.strictObject({ cell: z.string(), trials: z.int() });
const taken = async (id: number, n: number) =>
  (
    await room.database.rows(
      lookRow,
      "SELECT cell, trials FROM foilscope.looks WHERE job = $1::integer ORDER BY trials",
      [id],
    )
  )
    .filter((row) => (JSON.parse(row.cell) as unknown[])[1] === n)
    .map((row) => row.trials);

it("waits for the looks that lie before a trial, and only for those", () => {
  expect([1, 50, 51, 100, 101, 1000].map((trial) => lookBefore(trial, 1000))).toEqual([
    null,
    null,
    50,
    50,
    100,
    400,
  ]);
  expect(lookBefore(120, 120)).toBe(100);
  expect(lookBefore(40, 40)).toBeNull();
});

it("stops a cell at the look at which the rule says so, with the rows of that prefix alone", async () => {
  const host = new ScriptedHost(answer, { concurrency: 16 });
  const { id, ports } = await started(host);
  const workers = [1, 2, 3].map(() => startWorker(room.database, ports, QUIET));
  await vi.waitFor(async () => expect(await stateOf(id)).toBe("complete"), { timeout: 60_000 });
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(Math.max(...trialsOf(host, 4))).toBe(50);
  expect(trialsOf(host, 4)).toHaveLength(50 * ITEMS);
  expect(trialsOf(host, 10)).toHaveLength(TRIALS * ITEMS);
  expect(await decisions(id)).toEqual([
    [10, TRIALS, "all planned trials are done"],
    [4, 50, SATURATED],
  ]);
  expect(await taken(id, 4)).toEqual([50]);
  expect(await taken(id, 10)).toEqual([50, 100, TRIALS]);
  // 2 cells of 120 trials of 4 items, of which 70 trials of one are spared.
  expect(await progressOf(room.database, id)).toMatchObject({
    planned: 960,
    done: 680,
    stopped: 280,
    left: 0,
  });
});

it("comes to the same when it is paused in between", async () => {
  let asked = 0;
  let resolve: () => void = () => undefined;
  const half = new Promise<void>((done) => (resolve = done));
  const host = new ScriptedHost(
    (key) => {
      asked += 1;
      if (asked === 390) resolve();
      return answer(key);
    },
    { concurrency: 8 },
  );
  const { id, ports, work } = await started(host);
  const first = startWorker(room.database, ports, { ...QUIET, only: id });
  await half;
  await pauseJob(room.database, id);
  await first.done;
  expect(host.asked.length).toBeLessThan(680);
  await runJob(room.database, ports, id, never);
  await work();
  expect(host.asked).toHaveLength(680);
  expect(await decisions(id)).toEqual([
    [10, TRIALS, "all planned trials are done"],
    [4, 50, SATURATED],
  ]);
});

it("passes over a look whose trials hold an error, and takes the next once that was answered", async () => {
  let broken = true;
  const host = new ScriptedHost(
    (key) =>
      broken && key.nOptions === 4 && key.trial === 3 && key.item === "t0"
        ? failureOf("boom")
        : answer(key),
    { concurrency: 8 },
  );
  const { id, ports, work } = await started(host, 70);
  await work();
  // Nothing was said at 50, and nothing can be said at 70 either.
  expect(await stateOf(id)).toBe("complete");
  expect(await taken(id, 4)).toEqual([50]);
  expect(await decisions(id)).toContainEqual([4, 50, null]);
  expect(trialsOf(host, 4)).toHaveLength(70 * ITEMS);
  broken = false;
  expect(await retryErrors(room.database, id)).toBe(1);
  await work();
  expect(await decisions(id)).toContainEqual([4, 70, SATURATED]);
  expect(await taken(id, 4)).toEqual([50, 70]);
  // 70 was its last trial alone: with more of them it goes on to the next fixed look.
  await changeJob(room.database, ports, id, { trials: TRIALS });
  await work();
  expect(await stateOf(id)).toBe("complete");
  expect(await taken(id, 4)).toEqual([50, 100]);
  expect(await decisions(id)).toContainEqual([4, 100, SATURATED]);
  expect(Math.max(...trialsOf(host, 4))).toBe(100);
});

it("keeps what was stopped when K is raised, as if it had been so high from the start", async () => {
  const host = new ScriptedHost(answer, { concurrency: 8 });
  const { id, ports, work } = await started(host, 100);
  await work();
  expect(await taken(id, 10)).toEqual([50, 100]);
  await changeJob(room.database, ports, id, { trials: 210 });
  expect(await taken(id, 10)).toEqual([50]);
  await work();
  expect(await stateOf(id)).toBe("complete");
  expect(await taken(id, 4)).toEqual([50]);
  expect(await taken(id, 10)).toEqual([50, 100, 200, 210]);
  expect(trialsOf(host, 4)).toHaveLength(50 * ITEMS);
  expect(trialsOf(host, 10)).toHaveLength(210 * ITEMS);
  expect(await progressOf(room.database, id)).toMatchObject({
    planned: 2 * 210 * ITEMS,
    stopped: 160 * ITEMS,
    left: 0,
  });
  await expect(changeJob(room.database, ports, id, { trials: 1001 })).rejects.toThrow(
    "trials the stopping rule looks at 1000 trials at most",
  );
});

it("writes what stopped each cell into the manifest, and plans no more than was asked", async () => {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-stopping-"));
  try {
    const host = new ScriptedHost(answer, { concurrency: 8 });
    const { id, ports, work } = await started(host);
    await work();
    await publishJob(room.database, { ...ports, runsDir: dir }, id);
    const [name] = await readdir(dir);
    const text = await readFile(join(dir, name ?? "", "manifest.json"), "utf8");
    const manifest = manifestSchema.parse(JSON.parse(text));
    expect(manifest).toMatchObject({
      status: "complete",
      planned: 680,
      counts: { answered: 680 },
      protocol: { trials: TRIALS },
      stopping: { looks: [50, 100, 120], trial_target: null, item_target: null },
    });
    const [ten, four] = manifest.stopping!.cells;
    expect(ten).toMatchObject({ n_options: 10, trials: 120, accuracy: 0.5 });
    expect(four).toMatchObject({
      environment: "easy",
      n_options: 4,
      padding: "none",
      mode: "direct",
      condition: null,
      permutation: null,
      trials: 50,
      planned_trials: TRIALS,
      reason: SATURATED,
      accuracy: 0.5,
      trial_interval: [0.5, 0.5],
    });
    // Items 1, 1, 0, 0: standard deviation sqrt(1/3), t(3, 0.975) = 3.18245; T min(A, 1 - A) = 2 is
    // below 5, so that the hull with Wilson's interval of 2 of 4 counts, which lies within.
    const half = 3.182446305 * Math.sqrt(1 / 3 / 4);
    expect(four!.item_interval![0]).toBeCloseTo(0.5 - half, 6);
    expect(four!.item_interval![1]).toBeCloseTo(0.5 + half, 6);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
