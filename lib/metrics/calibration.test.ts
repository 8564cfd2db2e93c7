import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts } from "@/lib/records/testing";
import type { Filters } from "@/lib/view-state/filters";
import { useSections } from "@/tests/helpers/sections";
import { workspaceOf } from "@/tests/helpers/stage";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { calibrationOf } from "./sections/calibration";

interface Question {
  readonly id: string;
  readonly section: string;
  readonly five: { readonly gold: number; readonly resp: number | null };
}
const bundle = readFileSync("tests/fixtures/paired.json");
const { questions } = JSON.parse(bundle.toString("utf8")) as { questions: Question[] };
const { calibration_first10: TEN_IDS } = JSON.parse(
  readFileSync("tests/fixtures/paired.expected.json", "utf8"),
) as { calibration_first10: string[] };

/** Counted without the program: right answers and items of some questions with five options. */
function counted(keep: (question: Question) => boolean) {
  const own = questions.filter(keep);
  return { n: own.length, hits: own.filter(({ five }) => five.gold === five.resp).length };
}
const inSample = ({ id }: Question) => TEN_IDS.includes(id);

const engines: Record<string, () => Promise<Engine>> = {
  native: () => openNodeEngine(),
  "the browser's": () => openWasmEngine(),
};
let engine: Engine | null = null;
afterEach(async () => {
  await engine?.close();
  engine = null;
});

describe.each(Object.keys(engines))("the calibration sample, with %s DuckDB", (kind) => {
  it("parts each fixed run of a bundle into the sample and the rest", async () => {
    engine = await engines[kind]!();
    const { runs } = await importTexts(engine, { "paired.json": bundle });
    const workspace = await workspaceOf(
      engine,
      runs.map((run) => run.manifest),
    );
    const ask = async (filters: Filters) =>
      (await calibrationOf({ seed: 42, size: 10 }).run(workspace, { filters }))[0]!;
    const { runs: rows, samples } = await ask([]);
    expect(samples.map(({ population, ids }) => [population, ids.map(({ id }) => id)])).toEqual([
      [questions.length, TEN_IDS],
    ]);
    const five = rows.find((row) => row.condition === "five-original")!;
    const [within, without] = [counted(inSample), counted((q) => !inSample(q))];
    expect(five).toMatchObject({
      seed: 42,
      n_sample: 10,
      n_population: 200,
      n: 200,
      accuracy: 0.875,
      n_within: within.n,
      n_without: without.n,
    });
    expect(five.accuracy_within).toBeCloseTo(within.hits / within.n, 12);
    expect(five.accuracy_without).toBeCloseTo(without.hits / without.n, 12);
    expect(five.without_less_all_pp).toBeCloseTo(100 * (without.hits / without.n - 0.875), 9);
    expect(five.within_less_rest_pp).toBeCloseTo(
      100 * (within.hits / within.n - without.hits / without.n),
      9,
    );
    // The sample does not change with what is looked at: a filter chooses which of it are counted.
    const section = questions.find(inSample)!.section;
    const some = await ask([{ field: "section", values: [section] }]);
    expect(some.samples).toEqual(samples);
    expect(some.runs.find((row) => row.condition === "five-original")).toMatchObject({
      n_within: counted((q) => inSample(q) && q.section === section).n,
      n_without: counted((q) => !inSample(q) && q.section === section).n,
    });
  });
});

describe("the report's calibration", () => {
  const { open, run } = useSections();

  it("has no rest where all items are in the sample, and no run of repeated questions", async () => {
    await open([
      { item_id: "a", gold_pos: 1, resp_pos: 1 },
      { item_id: "b", gold_pos: 1, resp_pos: 2 },
      { run_id: "r2", model: "m2", trial: 1, resp_pos: 1 },
      { run_id: "r2", model: "m2", trial: 2, resp_pos: 1 },
    ]);
    const rows = await run("calibration");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      run_id: "r1",
      seed: 42,
      n_sample: 2,
      n_population: 2,
      accuracy: 0.5,
      accuracy_within: 0.5,
      n_without: 0,
      accuracy_without: null,
      wilson_without: null,
      without_less_all_pp: null,
      within_less_rest_pp: null,
      within_less_rest_ci_pp: null,
    });
  });

  it("has no interval where one question stands for several rows", async () => {
    const asked = (permutation: number) =>
      ["a", "b"].map((item_id) => ({ item_id, permutation, gold_pos: 1, resp_pos: 1 }));
    await open([...asked(1), ...asked(2)]);
    expect(await run("calibration")).toMatchObject([
      { n: 4, accuracy: 1, wilson: null, mixes: null },
    ]);
  });

  it("has no accuracy of several conditions at once, and that of one where it is chosen", async () => {
    const asked = (condition: string, n_options: number, resp_pos: number) =>
      ["a", "b"].map((item_id) => ({ item_id, condition, n_options, gold_pos: 1, resp_pos }));
    await open([...asked("five-original", 5, 1), ...asked("ten-permuted", 10, 2)]);
    expect(await run("calibration")).toMatchObject([
      {
        n: 4,
        accuracy: null,
        accuracy_within: null,
        within_less_rest_ci_pp: null,
        mixes: { conditions: ["five-original", "ten-permuted"], n_options: [5, 10] },
      },
    ]);
    expect(
      await run("calibration", [{ field: "condition", values: ["five-original"] }]),
    ).toMatchObject([{ n: 2, accuracy: 1, mixes: null }]);
  });
});
