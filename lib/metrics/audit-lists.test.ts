import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { listHash } from "@/lib/records/list-hash";
import { loadRuns } from "@/lib/records/store/load";
import { placeReviews } from "@/lib/records/store/merge-beside";
import { runDirsIn } from "@/lib/records/store/paths";
import { writeRuns } from "@/lib/records/store/write";
import { importTexts } from "@/lib/records/testing";
import { workspaceOf } from "@/tests/helpers/stage";
import { AUDIT_RECORDS } from "./audit-records";
import { METRICS } from "./registry";

let engine: Engine;
let dir: string;
beforeEach(async () => {
  engine = await openNodeEngine();
  dir = await mkdtemp(join(tmpdir(), "lists-"));
});
afterEach(async () => {
  await engine.close();
  await rm(dir, { recursive: true, force: true });
});

/** One question, "blood" its key, whose hash is the same in whatever order its options stand. */
const run = (model: string, options: readonly string[]) => ({
  [`model_outputs_${model}_5shots.json`]: JSON.stringify([
    {
      ...{ question_id: 70, question: "Which is red?", category: "biology", options },
      ...{ answer: "ABC"[options.indexOf("blood")], answer_index: options.indexOf("blood") },
      ...{ pred: "A", model_outputs: "The answer is (A)." },
    },
  ]),
});
const FIRST = ["grass", "blood", "sky"];
const SECOND = ["blood", "sky", "grass"];

/** Imports into the store, and gives the directories that came. */
async function store(files: Readonly<Record<string, string>>) {
  const { runs } = await importTexts(engine, files);
  const manifests = runs.map(({ manifest }) => manifest);
  const written = await writeRuns(engine, manifests, dir);
  const staged = written.map((one) => ({ ...one, refused: one.state === "refused" }));
  const reviews = await placeReviews(engine, await runDirsIn(dir), staged);
  return { dirs: written.map(({ path }) => path), reviews };
}

/** That "blood" alone holds, in the first order; with the item's hash as the runs have it. */
async function recordLine(more: object = {}): Promise<string> {
  const [item] = await engine.query("SELECT DISTINCT item_hash FROM stage.items");
  const line = {
    ...{ benchmark: "mmlu-pro", item_id: "70", item_hash: item?.item_hash, record_set: "R1" },
    ...{ stratum: "s", weight: 2, answers: [1], ...more },
  };
  return `${JSON.stringify(line)}\n`;
}

async function opened(dirs: readonly string[]) {
  const { manifests, broken } = await loadRuns(engine, dirs);
  expect(broken).toEqual([]);
  const workspace = await workspaceOf(engine, manifests);
  const records = await AUDIT_RECORDS.run(workspace, { filters: [] });
  const warnings = await METRICS.warnings.run(workspace, { filters: [] });
  return {
    records: records.map(({ status, answers }) => [status, answers]),
    told: warnings.map(({ code }) => code).filter((code) => code.startsWith("audit")),
  };
}

it("records stand beside the runs that list the options as their indices mean them", async () => {
  const [first, second] = [await store(run("One", FIRST)), await store(run("Two", SECOND))];
  const { reviews } = await store({
    "a.jsonl": await recordLine({ list_hash: listHash(FIRST) }),
  });
  expect(reviews).toMatchObject({ records: 1, placed: 1, otherItems: ["70 in R1"] });
  const right = { records: [["unique_source_key", [1]]], told: [] };
  expect(await opened(first.dirs)).toEqual(right);
  expect(await opened(second.dirs)).toEqual({ records: [], told: [] });
  // Of all runs together one lists them so, and it is known which option is the key there.
  expect(await opened([...first.dirs, ...second.dirs])).toEqual(right);
});

it("records beside responses whose item lists other options are left out by name", async () => {
  await importTexts(engine, run("One", FIRST));
  const line = await recordLine({ list_hash: listHash([...FIRST, "rust"]) });
  const { runs } = await importTexts(engine, { ...run("One", FIRST), "a.jsonl": line });
  const workspace = await workspaceOf(
    engine,
    runs.map(({ manifest }) => manifest),
  );
  expect(await AUDIT_RECORDS.run(workspace, { filters: [] })).toEqual([]);
  const warnings = await METRICS.warnings.run(workspace, { filters: [] });
  expect(warnings.find(({ code }) => code === "audit_other_list")?.message).toMatch(/: 70 in R1$/);
});

it("records that do not say which list they mean stand beside runs only where all agree", async () => {
  await store(run("One", FIRST));
  expect((await store({ "a.jsonl": await recordLine() })).reviews).toMatchObject({ placed: 1 });
  await store(run("Two", SECOND));
  const later = await store({ "b.jsonl": await recordLine({ record_set: "R2" }) });
  expect(later.reviews).toMatchObject({ placed: 0, otherItems: ["70 in R2"] });
  expect(await opened(await runDirsIn(dir))).toEqual({
    records: [],
    told: ["audit_without_options"],
  });
});
