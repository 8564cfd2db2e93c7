import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HostProbe } from "@/lib/hosts/host";
import { openerOf, right, ScriptedHost } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf } from "@/tests/helpers/jobs/room";
import { createJob, pauseJob, runJob } from "./actions";
import { changeJob, jobForSpec, jobOfSpec } from "./change";
import { listJobs, readJob, readRuns } from "./queue/rows";

const set = itemSetOf(3);
const never = new AbortController().signal;
let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(() => room.clear());

describe("the job of a spec", () => {
  const ports = portsOf([set]);

  it("is one, however many ask for it at once", async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => jobForSpec(room.database, ports, specOf(set))),
    );
    expect(made.map(({ how }) => how).sort()).toEqual([
      "created",
      ...Array.from({ length: 5 }, () => "found"),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await listJobs(room.database)).toHaveLength(1);
    const sent = [specOf(set), specOf(set, { name: "other" }), specOf(set, { name: "other" })];
    const ids = await Promise.all(sent.map((spec) => jobOfSpec(room.database, ports, spec)));
    expect(ids[0]).toBe(made[0]?.id);
    expect(ids[1]).toBe(ids[2]);
    expect(ids[1]).not.toBe(ids[0]);
    expect(await listJobs(room.database)).toHaveLength(2);
  });

  it("is given more trials once, where several ask for as many at once", async () => {
    const { id } = await jobForSpec(room.database, ports, specOf(set, { trials: 2 }));
    const more = specOf(set, { trials: 5 });
    const made = await Promise.all([1, 2, 3].map(() => jobForSpec(room.database, ports, more)));
    for (const one of made) expect(one.id).toBe(id);
    const job = await readJob(room.database, id);
    // 3 items, 1 cell, 5 trials.
    expect(job).toMatchObject({ planned: 15, spec: { trials: 5 } });
    await expect(jobForSpec(room.database, ports, specOf(set, { trials: 4 }))).rejects.toThrow(
      "it can be given more, not fewer",
    );
  });

  it("is not put down where its set cannot give what it asks", async () => {
    const protocol = {
      ...ports.protocol,
      *specProblems() {
        yield;
        return ["its pool has 3", "no item"];
      },
    };
    const asked = jobForSpec(room.database, { ...ports, protocol }, specOf(set));
    await expect(asked).rejects.toThrow("its pool has 3; no item");
    expect(await listJobs(room.database)).toEqual([]);
  });

  it("has no more requests than its counts hold", async () => {
    const spec = specOf(itemSetOf(20_001), { trials: 50_000 });
    const many = portsOf([itemSetOf(20_001)]);
    await expect(jobForSpec(room.database, many, spec)).rejects.toThrow(
      "1,000,050,000 requests, and a job has at most 1,000,000,000",
    );
  });
});

/** A host whose one model `m` has a digest, or none that anybody tells. */
class Serving extends ScriptedHost {
  constructor(
    id: string,
    private readonly digest: string | null,
  ) {
    super(right, { id });
  }

  override async probe() {
    const { models, ...probe }: HostProbe = await super.probe();
    return {
      ...probe,
      models: models.map((model) => ({ ...model, digest: this.digest })),
    } as never;
  }
}

describe("one model's name on two hosts", () => {
  const models = [
    { host: "a", model: "m" },
    { host: "b", model: "m" },
  ];
  const runsOn = async (...digests: [string | null, string | null]) => {
    const ports = portsOf(
      [set],
      openerOf(new Serving("a", digests[0]), new Serving("b", digests[1])),
    );
    const id = await createJob(room.database, ports, specOf(set, { models }));
    await runJob(room.database, ports, id, never);
    return readRuns(room.database, id);
  };

  it.each([
    ["nobody tells a digest", null, null],
    ["one host alone tells a digest", "d1", null],
    ["the digests differ", "d1", "d2"],
  ])("makes two runs where %s", async (_, first, second) => {
    const runs = await runsOn(first, second);
    expect(runs.map((run) => [run.host, run.planned])).toEqual([
      ["a", 6],
      ["b", 6],
    ]);
    expect(new Set(runs.map((run) => run.run_id)).size).toBe(2);
  });

  it("is one run by its digest, which has one host: a job of both is refused", async () => {
    await expect(runsOn("d1", "d1")).rejects.toThrow(
      "m on a and on b is one model by its digest, and would be one run",
    );
  });

  it("is one run by its digest over two jobs: the second is sent to the first", async () => {
    const ports = portsOf([set], openerOf(new Serving("a", "d1"), new Serving("b", "d1")));
    const on = async (host: string) => {
      const spec = specOf(set, { name: host, models: [{ host, model: "m" }] });
      const id = await createJob(room.database, ports, spec);
      return { id, started: runJob(room.database, ports, id, never) };
    };
    const first = await on("a");
    await first.started;
    const second = await on("b");
    await expect(second.started).rejects.toThrow(`belongs to job ${first.id} (a)`);
  });

  it("is two runs over two jobs where nobody tells a digest", async () => {
    const ports = portsOf([set], openerOf(new Serving("a", null), new Serving("b", null)));
    const ids = [];
    for (const host of ["a", "b"]) {
      const spec = specOf(set, { name: host, models: [{ host, model: "m" }] });
      const id = await createJob(room.database, ports, spec);
      await runJob(room.database, ports, id, never);
      ids.push(...(await readRuns(room.database, id)).map((run) => run.run_id));
    }
    expect(new Set(ids).size).toBe(2);
  });
});

it("is not changed by a plan that was made before its models were looked at", async () => {
  const ports = portsOf([set], openerOf(new Serving("h", "d1")));
  const id = await createJob(room.database, ports, specOf(set));
  const identity = { requested: "m", digest: "d1", quantisation: null, host: null };
  const sets = {
    async read(hash: string) {
      await room.database.run("UPDATE foilscope.queues SET identity = $2 WHERE job = $1::integer", [
        id,
        JSON.stringify(identity),
      ]);
      return ports.sets.read(hash);
    },
  };
  const changing = changeJob(room.database, { ...ports, sets }, id, { trials: 5 });
  await expect(changing).rejects.toThrow(`job ${id} was changed meanwhile`);
  // 3 items, 1 cell, 2 trials: as before.
  expect((await readJob(room.database, id)).planned).toBe(6);
});

it("keeps why a job was paused, whatever a host said in it", async () => {
  const ports = portsOf([set], openerOf(new Serving("h", "d1")));
  const id = await createJob(room.database, ports, specOf(set));
  await runJob(room.database, ports, id, never);
  await pauseJob(room.database, id, "host h: out of\u0000memory\uD800");
  const { state, reason } = await readJob(room.database, id);
  expect([state, reason]).toEqual(["paused", "host h: out of\uFFFDmemory\uFFFD"]);
});
