import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { protocol } from "@/lib/evaluate/server/protocol";
import { systemClock } from "@/lib/hosts/clock";
import { hostConfigSchema } from "@/lib/hosts/config";
import { simulatedHost } from "@/lib/hosts/simulated/host";
import { createJob, runJob } from "@/lib/jobs/actions";
import type { JobHost, JobPorts } from "@/lib/jobs/ports";
import type { JobSpec } from "@/lib/protocol/job-spec";
import { METRICS } from "@/lib/metrics/registry";
import { presenterOf } from "@/lib/protocol/present";
import { fixedSet, fixedSpec } from "@/lib/protocol/testing";
import { loadRuns } from "@/lib/records/store/load";
import { PRESENTATIONS_FILE } from "@/lib/records/store/paths";
import { openerOf } from "@/tests/helpers/jobs/hosts";
import { memoryRoom, portsOf, startWorker } from "@/tests/helpers/jobs/room";
import { workspaceOf } from "@/tests/helpers/stage";
import { publishJob } from "./publish";

let room: Awaited<ReturnType<typeof memoryRoom>>;
let dir: string;
/** The job of `spec`, and the directory of its run. */
let first: { id: number; path: string };
beforeAll(async () => {
  room = await memoryRoom();
  dir = await mkdtemp(join(tmpdir(), "foilscope-presentations-"));
  first = await published(spec);
});
afterAll(async () => {
  await room.database.close();
  await rm(dir, { recursive: true, force: true });
});

/** Twenty questions; of every second one the borrowed options are longer than the original ones. */
const plain = fixedSet();
const set = {
  ...plain,
  items: plain.items.map((item, i) => ({
    ...item,
    options: item.options.map((option) =>
      i % 2 === 1 && option.origin === "borrowed"
        ? { ...option, text: `${option.text} and more` }
        : option,
    ),
  })),
};
const spec = fixedSpec({ models: [{ host: "dry-run", model: "uniform" }], permutations: 2 });

/** The simulated host as jobs ask it. */
function simulated(): JobHost {
  const host = simulatedHost(
    hostConfigSchema.parse({ id: "dry-run", kind: "simulated" }),
    systemClock,
  );
  return {
    config: host.config,
    batch: null,
    probe: (signal) => host.probe(signal),
    tellsModes: () => Promise.resolve(true),
    countTokens: () => Promise.resolve(null),
    leastTokens: () => 0,
    contextFault: () => null,
    ask: async (request, _, signal) => ({ attempts: 1, reply: await host.ask(request, signal) }),
  };
}

const ports = (): JobPorts => ({ ...portsOf([set], openerOf(simulated()), dir), protocol });

/** Asks a job of the simulated host to its end and publishes it; gives the directory of its run. */
async function published(asked: JobSpec): Promise<{ id: number; path: string }> {
  const id = await createJob(room.database, ports(), asked);
  await runJob(room.database, ports(), id, new AbortController().signal);
  await startWorker(room.database, ports(), { only: id }).done;
  const [written] = await publishJob(room.database, ports(), id);
  return { id, path: written?.path ?? "" };
}

it("writes how each condition showed its items, so that origins and lengths are known of a job", async () => {
  const engine = await openNodeEngine();
  try {
    const { manifests, broken } = await loadRuns(engine, [first.path]);
    expect(broken).toEqual([]);

    // What the tables say was shown is what the prompts were made of.
    const shown = (await engine.query(
      `SELECT item_id, condition, permutation, "order" FROM stage.presentations`,
    )) as { item_id: string; condition: string; permutation: number | null; order: string }[];
    const present = presenterOf(spec, set);
    expect(shown).toHaveLength(20 * (1 + 1 + 2 + 2));
    for (const { order, ...key } of shown) {
      const item = set.items.find(({ item_id }) => item_id === key.item_id)!;
      const texts = (JSON.parse(order) as number[]).map((at) => item.options[at]!.text);
      const n_options = texts.length;
      const asked = { ...key, n_options, environment: null, padding: "none", mode: "direct" };
      const { options } = present({ ...asked, mode: "direct", trial: 1 });
      expect(options.map(({ text }) => text)).toEqual(texts);
    }

    const workspace = await workspaceOf(engine, manifests);
    const pairs = await METRICS.paired.run(workspace, { filters: [] });
    expect(pairs.map(({ condition_a, condition_b }) => [condition_a, condition_b])).toEqual([
      ["five-original", "ten-appended"],
      ["five-original", "ten-interleaved"],
      ["five-original", "ten-permuted"],
      ["ten-appended", "ten-interleaved"],
      ["ten-appended", "ten-permuted"],
      ["ten-interleaved", "ten-permuted"],
    ]);
    // Texts are as long in the ten even questions.
    for (const pair of pairs) expect(pair.length_matched?.n_shared).toBe(10);
    const { borrowed, original, invalid } = pairs[0]!.lost_to!;
    expect(borrowed + original + invalid).toBe(pairs[0]!.lost);
    expect(pairs[0]).toMatchObject({ n_shared: 20, t_p: null });
    expect(pairs[2]?.wald_ci_pp).toBeNull();

    const rows = await METRICS.presentation.run(workspace, { filters: [] });
    const of = (condition: string) => rows.find((row) => row.condition === condition);
    // Appended and interleaved keep the order of the originals; five options against five borrowed,
    // as long (a tie counts a half) in half of the questions, shorter in the others.
    expect(of("ten-appended")).toMatchObject({ order_changed: 0, original_longer_share: 0.25 });
    expect(of("ten-interleaved")).toMatchObject({ order_changed: 0, original_longer_share: 0.25 });
    expect(of("ten-permuted")?.original_longer_share).toBe(0.25);
    expect(of("ten-permuted")?.length_midrank).not.toBeNull();
    expect(of("five-original")?.original_longer_share).toBeNull();
  } finally {
    await engine.close();
  }
});

it("keeps what does not hang on the order where two jobs draw orders from seeds of their own", async () => {
  const runs = [first.path, (await published({ ...spec, seed: "another" })).path];
  const engine = await openNodeEngine();
  try {
    const { manifests } = await loadRuns(engine, runs);
    expect(new Set(manifests.map(({ run_id }) => run_id)).size).toBe(2);
    const workspace = await workspaceOf(engine, manifests);
    const own = (await METRICS.paired.run(workspace, { filters: [] })).filter(
      ({ run_a, run_b }) => run_a === run_b,
    );
    expect(own).toHaveLength(2 * 6);
    for (const pair of own) expect(pair.length_matched?.n_shared).toBe(10);
    for (const row of await METRICS.presentation.run(workspace, { filters: [] }))
      if (row.n_options === 10) expect(row.original_longer_share).toBe(0.25);
  } finally {
    await engine.close();
  }
});

it("gives a run that was stored without them its own when it is published again", async () => {
  const another = await published({ ...spec, seed: "a third" });
  const [held] = await publishJob(room.database, ports(), first.id);
  expect(held?.state).toBe("unchanged");
  const engine = await openNodeEngine();
  /** By run: wrong choices of ten permuted options whose length midrank is known. */
  const known = async (): Promise<Record<string, number>> => {
    const { manifests } = await loadRuns(engine, [first.path, another.path]);
    await workspaceOf(engine, manifests);
    const rows = (await engine.query(
      `SELECT r.run_id, coalesce(sum(s.n_midrank), 0)::INTEGER AS n
        FROM data.runs AS r JOIN data.cells AS c USING (run_ix)
        LEFT JOIN data.shown_cube AS s USING (cell_ix)
        WHERE c.condition = 'ten-permuted' GROUP BY r.run_id`,
    )) as { run_id: string; n: number }[];
    return Object.fromEntries(rows.map(({ run_id, n }) => [run_id, n]));
  };
  try {
    const before = await known();
    expect(Object.values(before).every((n) => n > 0)).toBe(true);
    await rm(join(first.path, PRESENTATIONS_FILE));
    const without = await known();
    expect(without[held!.runId]).toBe(0);

    const [again] = await publishJob(room.database, ports(), first.id);
    expect(again?.state).toBe("replaced");
    expect(await known()).toEqual(before);
  } finally {
    await engine.close();
  }
});
