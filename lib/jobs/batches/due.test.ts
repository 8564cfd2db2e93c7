import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { cancelJob, createJob, runJob } from "@/lib/jobs/actions";
import { openerOf, right, ScriptedHost } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf } from "@/tests/helpers/jobs/room";
import { leaseDue } from "./due";
import { endBatch, noteFailure, noteRemote } from "./rows";

const never = new AbortController().signal;
const set = itemSetOf(2);
const CONTENT = JSON.stringify([
  { chunk: 0, epoch: 1, run_id: "r", cell: "c", trial: 1, part: 0, items: ["t0"] },
]);

let room: Awaited<ReturnType<typeof memoryRoom>>;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(() => room.clear());

async function runningJob(seed: string): Promise<number> {
  const ports = portsOf([set], openerOf(new ScriptedHost(right)));
  const id = await createJob(room.database, ports, specOf(set, { seed }));
  await runJob(room.database, ports, id, never);
  return id;
}

const idRow = z.strictObject({ id: z.int() });
interface Put {
  readonly state: "submitting" | "waiting";
  readonly due: number;
  readonly host?: string;
  readonly content?: string;
}
async function put(
  job: number,
  { state, due, host = "h", content = CONTENT }: Put,
): Promise<number> {
  const [row] = await room.database.rows(
    idRow,
    `INSERT INTO foilscope.batches (job, model, host, name, state, requests, bytes, content, due, created)
      VALUES ($1::integer, 0, $2, gen_random_uuid()::text, $3, 1, 1, $4, $5::double precision, 0)
      RETURNING id`,
    [job, host, state, content, due],
  );
  return row!.id;
}
const ids = (batches: readonly { id: number }[]) => batches.map(({ id }) => id);
const place = (job: number) => ({ job, model: 0, mostOfHost: 4, mostOfJob: 4 });
const lease = (works: readonly ReturnType<typeof place>[], inHand: number[] = []) =>
  leaseDue(room.database, "me", 60_000, inHand, works);

it("looks at what is at the host though 40 batches before it wait for room", async () => {
  const job = await runningJob("a");
  // What is not taken is not read: of these nothing could be.
  for (let i = 0; i < 40; i += 1) await put(job, { state: "submitting", due: i, content: "?" });
  const waiting = [];
  for (let i = 0; i < 4; i += 1) waiting.push(await put(job, { state: "waiting", due: 100 + i }));
  expect(ids(await lease([place(job)]))).toEqual(waiting);
  expect(await lease([place(job)])).toEqual([]);
});

it("hands in at a host with room though 40 batches of another one have none", async () => {
  const job = await runningJob("a");
  for (let i = 0; i < 40; i += 1) await put(job, { state: "submitting", due: i, content: "?" });
  for (let i = 0; i < 4; i += 1) await put(job, { state: "waiting", due: 0 });
  await room.database.run("UPDATE foilscope.batches SET due = 1e15 WHERE state = 'waiting'");
  const elsewhere = await put(job, { state: "submitting", due: 100, host: "g" });
  expect(ids(await lease([place(job)]))).toEqual([elsewhere]);
});

it("takes what it works on, what was cancelled, and nothing else", async () => {
  const [own, others, cancelled] = [
    await runningJob("a"),
    await runningJob("b"),
    await runningJob("c"),
  ];
  const mine = await put(own, { state: "waiting", due: 5 });
  for (let i = 0; i < 40; i += 1) await put(others, { state: "waiting", due: 1 });
  const late = await put(cancelled, { state: "submitting", due: 2 });
  await cancelJob(room.database, cancelled);
  expect(ids(await lease([place(own)], [mine]))).toEqual([late]);
  const [taken, ...more] = await lease([place(own)]);
  expect(more).toEqual([]);
  expect(taken).toMatchObject({
    id: mine,
    job_state: "running",
    // As an earlier version wrote it, without its tries.
    content: [{ chunk: 0, attempts: 1, items: ["t0"] }],
  });
});

it("hands in no more than its host and its job have room for", async () => {
  const job = await runningJob("a");
  const all = [];
  for (let i = 0; i < 4; i += 1) all.push(await put(job, { state: "submitting", due: i }));
  const work = place(job);
  expect(ids(await lease([{ ...work, mostOfJob: 1 }]))).toEqual(all.slice(0, 1));
  expect(ids(await lease([{ ...work, mostOfHost: 3 }]))).toEqual(all.slice(1, 3));
  expect(await lease([{ ...work, mostOfHost: 3 }])).toEqual([]);
});

const saidRow = z.strictObject({ remote: z.string().nullable(), problem: z.string().nullable() });

it("keeps what a host says though PostgreSQL takes no U+0000", async () => {
  const job = await runningJob("a");
  const id = await put(job, { state: "submitting", due: 0 });
  await lease([place(job)]);
  const said = async () =>
    (await room.database.rows(saidRow, "SELECT remote, problem FROM foilscope.batches"))[0];
  await noteFailure(room.database, { id, job }, "no\u0000", 1);
  expect(await said()).toEqual({ remote: null, problem: "no\uFFFD" });
  await noteRemote(room.database, { id, job }, "b\u0000");
  expect(await said()).toEqual({ remote: "b\uFFFD", problem: null });
  await endBatch(
    room.database,
    "me",
    { id, job },
    {
      state: "refused",
      done: 0,
      failed: 0,
      missing: 1,
      problem: "line 1: \u0000",
      finished: [],
      untried: true,
    },
  );
  expect(await said()).toEqual({ remote: "b\uFFFD", problem: "line 1: \uFFFD" });
});
