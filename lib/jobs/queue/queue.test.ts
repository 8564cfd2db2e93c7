import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createJob, endIfDone, pauseJob, removeJob, runJob } from "@/lib/jobs/actions";
import { migrate } from "@/lib/jobs/database/migrate";
import { MIGRATIONS } from "@/lib/jobs/database/migrations";
import { openMemoryDatabase } from "@/lib/jobs/database/pglite";
import { evaluationOf } from "@/lib/jobs/evaluation";
import { systemClock } from "@/lib/hosts/clock";
import { openerOf, right, ScriptedHost } from "@/tests/helpers/jobs/hosts";
import { emptyImage } from "@/tests/helpers/jobs/image";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf } from "@/tests/helpers/jobs/room";
import { watch } from "./events";
import { claimChunks, MAX_BARREN_LEASES, releaseLeases, renewLeases } from "./leases";
import { listJobs, readJob, readRuns } from "./rows";
import { beat, releaseSlots, renewSlots, shareOf, takeSlots } from "./slots";

const never = new AbortController().signal;
const set = itemSetOf(30);
const ports = portsOf([set], openerOf(new ScriptedHost(right)));
let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(async () => {
  await room.clear();
  await room.setClock(1000);
});

/** A running job of four chunks of 30 requests. */
async function running() {
  const id = await createJob(room.database, ports, specOf(set, { trials: 4 }));
  await runJob(room.database, ports, id, never);
  const evaluation = await evaluationOf(room.database, ports, await readJob(room.database, id));
  const claim = (owner: string, want: number) =>
    claimChunks(room.database, evaluation, { job: id, model: 0, owner, ttlMs: 100, want });
  return { id, claim };
}

it("leases a chunk to one worker, and to another when the lease has run out", async () => {
  const { claim } = await running();
  const [first] = await claim("a", 1);
  expect(first).toMatchObject({ chunk: 0 });
  expect(first?.todo).toHaveLength(30);
  expect((await claim("b", 61)).map((chunk) => chunk.chunk)).toEqual([1, 2, 3]);
  expect(await claim("c", 1)).toEqual([]);
  await room.setClock(1050);
  expect(await renewLeases(room.database, "a", [first!], [], 100)).toEqual(new Set([first!.epoch]));
  // Those of b ran out at 1100, that of a at 1150.
  await room.setClock(1120);
  const taken = await claim("c", 1000);
  expect(taken.map((chunk) => chunk.chunk)).toEqual([1, 2, 3]);
  expect(Math.min(...taken.map((chunk) => chunk.epoch))).toBeGreaterThan(first!.epoch);
  await room.setClock(1200);
  const [again] = await claim("d", 1);
  expect(again?.chunk).toBe(0);
  // The one that was late holds nothing any more, and can give nothing back.
  expect(await renewLeases(room.database, "a", [first!], [], 100)).toEqual(new Set());
  await releaseLeases(room.database, "a", [first!]);
  expect(await claim("e", 1)).toEqual([]);
});

it("gives a chunk that was returned to the next at once", async () => {
  const { claim } = await running();
  const held = await claim("a", 1);
  await releaseLeases(room.database, "a", held);
  expect((await claim("b", 1))[0]?.chunk).toBe(0);
});

it("claims nothing of a job that does not run", async () => {
  const { id, claim } = await running();
  await pauseJob(room.database, id);
  expect(await claim("a", 1)).toEqual([]);
});

it("leaves out a chunk under which every worker ends, and says that the job is incomplete", async () => {
  const { id, claim } = await running();
  for (let lease = 1; lease <= MAX_BARREN_LEASES; lease += 1) {
    expect((await claim("a", 1000)).map((chunk) => chunk.chunk)).toEqual([0, 1, 2, 3]);
    expect(await endIfDone(room.database, id)).toBe(false);
    await room.setClock(1000 + 200 * lease);
  }
  expect(await claim("a", 1000)).toEqual([]);
  expect(await endIfDone(room.database, id)).toBe(true);
  expect((await readJob(room.database, id)).state).toBe("incomplete");
  await runJob(room.database, ports, id, never);
  expect(await claim("a", 1000)).toHaveLength(4);
});

it("makes no rows for chunks that nobody asked for yet", async () => {
  await createJob(room.database, ports, specOf(set, { trials: 33_333, seed: "large" }));
  const [job] = await listJobs(room.database);
  expect(job).toMatchObject({ planned: 999_990, chunks: 33_333 });
  expect(await room.database.run("SELECT 1 FROM foilscope.chunks")).toBe(0);
});

it("gives slots within the limit alone, and again when they have run out", async () => {
  const take = (owner: string, want: number) =>
    takeSlots(room.database, owner, "host:h", 5, want, 100);
  expect((await take("a", 3)).map((slot) => slot.slot).sort()).toEqual([1, 2, 3]);
  expect((await take("b", 9)).map((slot) => slot.slot).sort()).toEqual([4, 5]);
  expect(await take("c", 1)).toEqual([]);
  await releaseSlots(room.database, "a", "host:h", [2]);
  await room.setClock(1090);
  expect(await renewSlots(room.database, "b", 100)).toHaveLength(2);
  await room.setClock(1150);
  // What a held has run out: it cannot be renewed, and is there for others.
  expect(await renewSlots(room.database, "a", 100)).toEqual([]);
  expect((await take("c", 9)).map((slot) => slot.slot).sort()).toEqual([1, 2, 3]);
});

it("shares a pool among the workers that live and draw from it", async () => {
  await beat(room.database, "a", ["host:h", "job:1:h"], 100);
  const pools = await beat(room.database, "b", ["host:h"], 100);
  expect([...pools].sort()).toEqual([
    ["host:h", 2],
    ["job:1:h", 1],
  ]);
  await room.setClock(1090);
  await beat(room.database, "b", ["host:h"], 100);
  await room.setClock(1150);
  expect([...(await beat(room.database, "b", ["host:h"], 100))]).toEqual([["host:h", 1]]);
  expect([shareOf(5, 2), shareOf(5, 1), shareOf(1, 3), shareOf(6, 3)]).toEqual([3, 5, 1, 2]);
});

it("tells events in the order of commits, from behind any of them on", async () => {
  const { id } = await running();
  const ending = new AbortController();
  const seen: string[] = [];
  for await (const event of watch(room.database, systemClock, id, 0, ending.signal)) {
    seen.push(`${event.id} ${event.data.kind === "state" ? event.data.state : event.data.kind}`);
    if (event.id === 2) await pauseJob(room.database, id, "host h is away");
    if (event.id === 3) ending.abort();
  }
  expect(seen).toEqual(["1 planned", "2 running", "3 paused"]);
  const later = watch(room.database, systemClock, id, 2, never);
  expect((await later.next()).value).toMatchObject({
    id: 3,
    at: 1000,
    data: { kind: "state", state: "paused", reason: "host h is away" },
  });
  await later.return(undefined);
});

it("removes a job with all that is its own, and not while it runs", async () => {
  const { id } = await running();
  await expect(removeJob(room.database, id)).rejects.toThrow("pause it first");
  await pauseJob(room.database, id);
  await removeJob(room.database, id);
  await expect(readJob(room.database, id)).rejects.toThrow(`there is no job ${id}`);
  // Its run is free for another job.
  await expect(running()).resolves.toBeDefined();
});

it("keeps the served model of runs of an earlier schema", async () => {
  const earlier = await openMemoryDatabase(await emptyImage());
  await migrate(earlier, MIGRATIONS.slice(0, 2));
  await earlier.script(`
    INSERT INTO foilscope.jobs (name, spec, spec_hash, item_set, state, planned, chunks, created)
      VALUES ('j', '{}', 's', 'i', 'paused', 2, 1, 0);
    INSERT INTO foilscope.runs (run_id, job, model, mode, host, planned, items, served)
      VALUES ('a', 1, 0, 'direct', 'h', 1, 1, 'm "1"'), ('b', 1, 1, 'direct', 'h', 1, 1, NULL)`);
  await migrate(earlier);
  expect((await readRuns(earlier, 1)).map((run) => run.served)).toEqual([['m "1"'], []]);
  await earlier.close();
});

it("changes its schema once, and refuses that of a newer version", async () => {
  await migrate(room.database);
  const later = { id: 99, name: "later", sql: "CREATE TABLE foilscope.later (a integer)" };
  await migrate(room.database, [...MIGRATIONS, later]);
  await expect(migrate(room.database)).rejects.toThrow("step 99 of a newer Foilscope");
  await room.database.script(
    "DROP TABLE foilscope.later; DELETE FROM foilscope.migrations WHERE id = 99",
  );
});
