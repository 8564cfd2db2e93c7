import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { failureOf, replyOf } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf } from "@/tests/helpers/jobs/room";
import { createJob, endIfDone, retryErrors, runJob } from "./actions";
import { cellText } from "./cell";
import { evaluationOf, type Evaluation } from "./evaluation";
import { claimChunks, releaseLeases, renewLeases, type ClaimedChunk } from "./queue/leases";
import { storeBatch } from "./queue/results";
import { readJob, readRuns } from "./queue/rows";
import { emptyTally, count } from "./queue/tally";
import { lineOf, recordFrom, recordOf, type RecordLine } from "./runner/record";
import { openerOf, right, ScriptedHost } from "@/tests/helpers/jobs/hosts";

const TTL = 100;
const WORKERS = ["w1", "w2", "w3"] as const;
const set = itemSetOf(5);
const never = new AbortController().signal;

let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());

interface Held {
  readonly chunk: ClaimedChunk;
  next: number;
  readonly epoch: number;
  stored: number;
}

interface Crew {
  held: Held[];
  /** The log: written when a reply comes; `stored` of it lie in the database. */
  log: RecordLine[];
  stored: number;
}

const command = fc.oneof(
  fc.record({
    do: fc.constant("claim" as const),
    who: fc.nat(2),
    want: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ do: fc.constant("reply" as const), who: fc.nat(2), fails: fc.boolean() }),
  fc.record({ do: fc.constant("reply" as const), who: fc.nat(2), fails: fc.constant(false) }),
  fc.record({
    do: fc.constant("store" as const),
    who: fc.nat(2),
    part: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ do: fc.constant("crash" as const), who: fc.nat(2) }),
  fc.record({ do: fc.constant("time" as const), ms: fc.constantFrom(30, 70, 150) }),
  fc.record({ do: fc.constant("renew" as const), who: fc.nat(2) }),
  fc.record({ do: fc.constant("release" as const), who: fc.nat(2) }),
  fc.record({ do: fc.constant("retry" as const) }),
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** Workers as they are in truth, with none of their timing: what happens when is the test's. */
class World {
  readonly crews: Crew[] = WORKERS.map(() => ({ held: [], log: [], stored: 0 }));
  readonly written: RecordLine[] = [];
  now = 1000;

  constructor(
    readonly job: number,
    readonly evaluation: Evaluation,
  ) {}

  async claim(who: number, want: number): Promise<number> {
    const claim = { job: this.job, model: 0, owner: WORKERS[who]!, ttlMs: TTL, want };
    const claimed = await claimChunks(room.database, this.evaluation, claim);
    for (const chunk of claimed)
      this.crews[who]!.held.push({ chunk, next: 0, epoch: chunk.epoch, stored: 0 });
    return claimed.length;
  }

  /** One request of the first chunk that has one, whether or not its lease still holds. */
  reply(who: number, fails: boolean): boolean {
    const crew = this.crews[who]!;
    const held = crew.held.find((one) => one.next < one.chunk.todo.length);
    const key = held?.chunk.todo[held.next];
    if (!held || !key) return false;
    held.next += 1;
    const presented = this.evaluation.present(key);
    const record = recordOf(
      {
        job: this.job,
        epoch: held.epoch,
        runId: held.chunk.runId,
        model: "m",
        benchmark: "b",
        presented,
        scorer: this.evaluation.scorer,
        labels: "integers",
        promptFloor: null,
      },
      fails
        ? { attempts: 1, failure: failureOf("boom") }
        : { attempts: 1, reply: replyOf(String(presented.goldPos)) },
    );
    const line = lineOf(record);
    crew.log.push(line);
    this.written.push(line);
    return true;
  }

  async store(who: number, part: number): Promise<void> {
    const crew = this.crews[who]!;
    const lines = crew.log.slice(crew.stored, crew.stored + part);
    const upTo = crew.stored + lines.length;
    const stored = new Set(crew.log.slice(0, upTo).map((line) => line.text));
    const finished = crew.held.filter(
      ({ chunk, next, epoch }) =>
        next === chunk.todo.length &&
        crew.log.filter((line) => line.record.epoch === epoch && stored.has(line.text)).length >=
          chunk.todo.length,
    );
    await storeBatch(room.database, {
      owner: WORKERS[who]!,
      lines,
      finished: finished.map(({ chunk }) => chunk),
      log: { name: `log ${who}`, stored: upTo },
    });
    crew.stored = upTo;
    crew.held = crew.held.filter((held) => !finished.includes(held));
  }

  /** All that the process knew is gone; another one replays its log, from before what was stored. */
  async crash(who: number): Promise<void> {
    const crew = this.crews[who]!;
    crew.held = [];
    const from = Math.max(0, crew.stored - 2);
    await storeBatch(room.database, {
      owner: "recovery",
      lines: crew.log.slice(from),
      finished: [],
      log: null,
    });
    crew.stored = crew.log.length;
  }

  async run(step: Command): Promise<void> {
    switch (step.do) {
      case "claim":
        await this.claim(step.who, step.want);
        return;
      case "reply":
        this.reply(step.who, step.fails);
        return;
      case "store":
        return this.store(step.who, step.part);
      case "crash":
        return this.crash(step.who);
      case "time":
        this.now += step.ms;
        return room.setClock(this.now);
      case "renew": {
        const { held } = this.crews[step.who]!;
        const leases = held.map(({ chunk }) => chunk);
        await renewLeases(room.database, WORKERS[step.who]!, leases, leases, TTL);
        return;
      }
      case "release": {
        const crew = this.crews[step.who]!;
        await this.store(step.who, Number.MAX_SAFE_INTEGER);
        await releaseLeases(
          room.database,
          WORKERS[step.who]!,
          crew.held.map(({ chunk }) => chunk),
        );
        crew.held = [];
        return;
      }
      case "retry":
        if (!(await this.ended())) await retryErrors(room.database, this.job);
        return;
    }
  }

  async ended(): Promise<boolean> {
    return (await readJob(room.database, this.job)).state !== "running";
  }

  /** Everybody dies, and one last worker does what is left. */
  async finish(): Promise<void> {
    for (const who of WORKERS.keys()) await this.crash(who);
    this.now += 10 * TTL;
    await room.setClock(this.now);
    while ((await this.claim(0, 100)) > 0) {
      while (this.reply(0, false));
      await this.store(0, Number.MAX_SAFE_INTEGER);
    }
    expect(await endIfDone(room.database, this.job)).toBe(true);
  }
}

const resultRow = z.strictObject({
  cell: z.string(),
  trial: z.int(),
  item_id: z.string(),
  record: z.string(),
});

async function check(world: World): Promise<void> {
  const job = await readJob(room.database, world.job);
  expect(job.state).toBe("complete");
  const rows = await room.database.rows(
    resultRow,
    "SELECT cell, trial, item_id, record FROM foilscope.results",
  );
  // Every planned request has one row: the database's key allows no second.
  const { plan } = world.evaluation;
  const planned = Array.from({ length: plan.chunks }, (_, i) => plan.keys(plan.chunk(i))).flat();
  const names = (key: { cell: string; trial: number; item_id: string }) =>
    `${key.cell} ${key.trial} ${key.item_id}`;
  expect(new Set(rows.map(names))).toEqual(
    new Set(planned.map((key) => names({ ...key, cell: cellText(key) }))),
  );
  expect(rows).toHaveLength(planned.length);
  // What is stored was said, and no error stands where a reply came.
  const said = new Set(world.written.map((line) => line.text));
  const answered = new Set(
    world.written
      .filter((line) => line.record.failure === null)
      .map(({ record: { response } }) => names({ ...response, cell: cellText(response) })),
  );
  const tally = emptyTally();
  for (const row of rows) {
    expect(said.has(row.record)).toBe(true);
    const record = recordFrom(row.record);
    count(tally, record, 1);
    if (answered.has(names(row))) expect(record.failure).toBeNull();
  }
  // The sums that were kept with every batch are those of the rows.
  const [run] = await readRuns(room.database, world.job);
  expect(run).toMatchObject(tally);
}

it("loses no reply and doubles none, whatever workers, leases and crashes do", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
      await room.clear();
      await room.setClock(1000);
      const ports = portsOf([set], openerOf(new ScriptedHost(right)));
      const id = await createJob(room.database, ports, specOf(set, { trials: 4 }));
      await runJob(room.database, ports, id, never);
      const job = await readJob(room.database, id);
      const world = new World(id, await evaluationOf(room.database, ports, job));
      for (const step of commands) await world.run(step);
      await world.finish();
      await check(world);
    }),
    { numRuns: 15 },
  );
});
