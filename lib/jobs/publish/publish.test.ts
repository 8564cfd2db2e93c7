import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { createJob, pauseJob, removeJob, runJob } from "@/lib/jobs/actions";
import { changeJob } from "@/lib/jobs/change";
import { readJob } from "@/lib/jobs/queue/rows";
import { loadRuns } from "@/lib/records/store/load";
import { stagedRows } from "@/lib/records/testing";
import { failureOf, openerOf, replyOf, right, ScriptedHost } from "@/tests/helpers/jobs/hosts";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { memoryRoom, portsOf, startWorker } from "@/tests/helpers/jobs/room";
import { standingOf } from "./own";
import { publishJob } from "./publish";

const never = new AbortController().signal;
const set = itemSetOf(3);
let room: Awaited<ReturnType<typeof memoryRoom>>;
let dir: string;
beforeAll(async () => {
  room = await memoryRoom();
});
afterAll(() => room.database.close());
beforeEach(async () => {
  await room.clear();
  dir = await mkdtemp(join(tmpdir(), "foilscope-publish-"));
  return () => rm(dir, { recursive: true, force: true });
});

/** t0 is answered rightly, t1 wrongly, and of t2 the host fails. */
const host = new ScriptedHost(
  ({ item, goldPos, nOptions }) => {
    if (item === "t2") return failureOf("no");
    const text = item === "t0" ? String(goldPos) : String((goldPos % nOptions) + 1);
    // What a host may say, and a database or a file does not take as it is.
    return replyOf(text, {
      reasoning: "hm\u0000",
      served: item === "t0" ? "m-served\u0000" : "m-later",
      responseBody: "\uD800",
      finishReason: "\uFEFFodd",
      dropped: ["top_k"],
    });
  },
  {
    kind: "openai-compatible",
    base_url: "https://example.org/v1",
    prices: { currency: "EUR", prompt: 2, cached_prompt: 1, completion: 10 },
  },
);

async function load() {
  const engine = await openNodeEngine();
  try {
    const { manifests, broken } = await loadRuns(engine, [join(dir, await runName())]);
    expect(broken).toEqual([]);
    const raw = await engine.query(
      "SELECT item_id, trial, text, reasoning, response_body FROM stage.raw ORDER BY ALL",
    );
    const items = await engine.query("SELECT item_id FROM stage.items ORDER BY ALL");
    return { manifest: manifests[0]!, rows: await stagedRows(engine), raw, items };
  } finally {
    await engine.close();
  }
}

async function runName(): Promise<string> {
  const [name] = await readdir(dir);
  return name ?? "";
}

it("writes what a job has as a run directory, and again when it has ended", async () => {
  const ports = portsOf([set], openerOf(host), dir);
  const decoding = { ...specOf(set).decoding, temperature: 0, top_k: 3, seed: 7 };
  const models = [{ host: "h", model: "m", display: "Model M" }];
  const spec = specOf(set, { decoding, scorer: "index-1", models });
  const id = await createJob(room.database, ports, spec);
  await runJob(room.database, ports, id, never);
  expect(await publishJob(room.database, ports, id)).toEqual([]);
  await startWorker(room.database, ports, { only: id }).done;
  expect((await readJob(room.database, id)).state).toBe("complete");

  const [written] = await publishJob(room.database, ports, id);
  expect(written?.state).toBe("written");
  const { manifest, rows, raw, items } = await load();
  expect(manifest).toMatchObject({
    run_id: written?.runId,
    name: "Model M",
    benchmark: "b",
    benchmark_hash: set.hash,
    prompt_template: "p",
    scorer: "index-1",
    label_style: "integers",
    protocol: {
      option_counts: [4],
      trials: 2,
      seed: "s",
      modes: ["direct"],
      temperature: 0,
      max_tokens: 10,
      sampling: { seed: 7 },
      sampling_dropped: ["top_k"],
    },
    model: {
      requested: "Model M",
      served: "m-later, m-served\uFFFD",
      served_names: ["m-later", "m-served\uFFFD"],
      digest: "d1",
      quantisation: "q4",
      parameters: 7,
      context_length: null,
    },
    // Neither user nor query: they may hold a key.
    host: {
      kind: "openai-compatible",
      version: "1",
      class: "local",
      base_url: "https://example.org/v1",
    },
    concurrency: 4,
    status: "complete",
    planned: 6,
    counts: { answered: 4, error: 2 },
    provenance: { kind: "measured" },
    // 4 replies of 30 fresh and 10 cached prompt tokens and 1 completion token, by the million.
    cost: { amount: (4 * (30 * 2 + 10 * 1 + 1 * 10)) / 1e6, currency: "EUR" },
  });
  expect(manifest.seconds).toBeGreaterThanOrEqual(0);
  expect(rows.map((row) => [row.item_id, row.trial, row.outcome, row.attempts])).toEqual([
    ["t0", 1, "answered", 1],
    ["t0", 2, "answered", 1],
    ["t1", 1, "answered", 1],
    ["t1", 2, "answered", 1],
    ["t2", 1, "error", 3],
    ["t2", 2, "error", 3],
  ]);
  expect(rows.map((row) => row.resp_pos === row.gold_pos)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(rows[0]).toMatchObject({
    prompt_tokens: 40,
    reasoning_tokens: null,
    reasoning_observed: true,
    latency_ms: 1,
    selected_origin: null,
  });
  expect(rows[4]).toMatchObject({ prompt_tokens: null, latency_ms: 2, finish_reason: null });
  expect(raw[0]).toMatchObject({
    item_id: "t0",
    trial: 1,
    reasoning: "hm\u0000",
    response_body: "\uFFFD",
  });
  expect(rows[0]?.finish_reason).toBeNull();
  expect(raw[4]).toMatchObject({ item_id: "t2", text: null, reasoning: null });
  expect(items.map((item) => item.item_id)).toEqual(["t0", "t1", "t2"]);

  expect((await publishJob(room.database, ports, id))[0]?.state).toBe("unchanged");
  expect((await readJob(room.database, id)).published).toBe(true);
  // The same rows, of a job of which more is planned now.
  await changeJob(room.database, ports, id, { trials: 3 });
  await pauseJob(room.database, id);
  expect((await publishJob(room.database, ports, id))[0]?.state).toBe("replaced");
  expect((await load()).manifest).toMatchObject({ status: "paused", planned: 9 });
});

describe("a run that another job has written", () => {
  const plain = new ScriptedHost(right);
  const portsAt = (at: string) => portsOf([set], openerOf(plain), at);
  /** Puts a job down, whose run id says nothing of N and K. */
  const jobOf = (changes: Parameters<typeof specOf>[1]) =>
    createJob(room.database, portsAt(dir), specOf(set, changes));
  const finish = async (id: number, at: string) => {
    await runJob(room.database, portsAt(at), id, never);
    await startWorker(room.database, portsAt(at), { only: id }).done;
  };
  /** A job of 3 items in 5 trials, written and then removed: its 15 rows are in the directory alone. */
  const removed = async () => {
    const id = await jobOf({ trials: 5 });
    await finish(id, dir);
    const [written] = await publishJob(room.database, portsAt(dir), id);
    await removeJob(room.database, id);
    return written!;
  };

  it("is not asked for again, and nothing is asked", async () => {
    const { runId, path } = await removed();
    const asked = plain.asked.length;
    const next = await jobOf({ trials: 1 });
    await expect(runJob(room.database, portsAt(dir), next, never)).rejects.toThrow(
      `run ${runId} is in ${path} already, and this job did not write it: nothing was asked, since what is there would be lost. Move that directory out of ${dir}, or give the job another seed`,
    );
    expect((await readJob(room.database, next)).state).toBe("planned");
    expect(plain.asked).toHaveLength(asked);
    expect((await load()).rows).toHaveLength(15);
    // What is moved away stands in the way of nothing.
    await rename(path, `${path}-kept`);
    await finish(next, dir);
    expect((await publishJob(room.database, portsAt(dir), next))[0]?.state).toBe("written");
  });

  it("is not replaced where it came while another was asked elsewhere", async () => {
    const { path, runId } = await removed();
    const elsewhere = join(dir, "elsewhere");
    const next = await jobOf({ trials: 1 });
    await finish(next, elsewhere);
    await expect(publishJob(room.database, portsAt(dir), next)).rejects.toThrow(
      `run ${runId} was not written: ${path} is there already, and job ${next} did not write it. Its answers stay in the job database`,
    );
    expect((await load()).rows).toHaveLength(15);
    expect((await readJob(room.database, next)).published).toBe(false);
    expect(await standingOf(await readJob(room.database, next), runId, dir)).toBe("foreign");
    const [own] = await publishJob(room.database, portsAt(elsewhere), next);
    expect(own?.state).toBe("written");
    expect(await standingOf(await readJob(room.database, next), runId, elsewhere)).toBe("own");
  });

  it("is taken for another's where its manifest cannot be read", async () => {
    const { path } = await removed();
    await writeFile(join(path, "manifest.json"), "{");
    const next = await jobOf({ trials: 1 });
    await expect(runJob(room.database, portsAt(dir), next, never)).rejects.toThrow("is in");
  });
});
