import { describe, expect, it } from "vitest";
import type { ManifestInput } from "@/lib/records/manifest";
import type { Filters } from "@/lib/view-state/filters";
import { manifest } from "@/tests/helpers/stage";
import { times, trials, useSections, type Given } from "@/tests/helpers/sections";

const { open, run } = useSections();

describe("runs", () => {
  const counted = (n: number, given: Given) =>
    times(n, (i) => ({ item_id: `${given.outcome ?? String(given.resp_pos)}-${i}`, ...given }));

  it("shows 80.0% of planned beside 88.9% of what was answered", async () => {
    await open([
      ...counted(80, { resp_pos: 1 }),
      ...counted(10, { resp_pos: 2 }),
      ...counted(10, { outcome: "error" }),
    ]);
    const [row] = await run("accuracy");
    expect(row).toMatchObject({ kind: "fixed", n: 90, correct: 80, planned: 100 });
    expect(row?.accuracy_planned).toBe(0.8);
    expect(row?.accuracy).toBeCloseTo(80 / 90, 12);
    expect(row?.valid_rate).toBe(1);
  });

  it("counts missing rows, and does not guess on which side of a filter they are", async () => {
    await open(
      [...counted(3, { resp_pos: 1 }), ...counted(2, { resp_pos: null })],
      [manifest("r1", "m1", { planned: 8 })],
    );
    expect((await run("outcomes"))[0]).toMatchObject({
      planned: 8,
      answered: 3,
      unparsed: 2,
      missing: 3,
    });
    expect((await run("outcomes", [{ field: "item", values: ["1-0"] }]))[0]).toMatchObject({
      planned: null,
      answered: 1,
      missing: null,
    });
    expect((await run("warnings")).map((w) => w.code)).toEqual(["missing_rows"]);
  });

  it("keeps planned under a filter that leaves out nothing of the run", async () => {
    const none: Filters = [{ field: "padding", values: ["none"] }];
    const five = [...counted(3, { resp_pos: 1 }), ...counted(2, { resp_pos: null })];
    const plan = (paddings: string[] | null) =>
      manifest("r1", "m1", { planned: 8, protocol: { paddings } });
    for (const paddings of [null, ["none"]]) {
      await open(five, [plan(paddings)]);
      // Three right of eight, though three were never asked.
      expect((await run("accuracy", none))[0]).toMatchObject({
        accuracy: 0.6,
        planned: 8,
        accuracy_planned: 0.375,
      });
      expect((await run("outcomes", none))[0]).toMatchObject({ planned: 8, missing: 3 });
    }
    // The three may be those with padding, which the filter leaves out.
    await open(five, [plan(["none", "symbol:front"])]);
    expect((await run("accuracy", none))[0]).toMatchObject({ planned: null });
    expect((await run("accuracy"))[0]).toMatchObject({ planned: 8 });
    // One that is there is left out: nobody knows of the others.
    await open(
      [...five, { item_id: "padded", padding: "symbol:front", resp_pos: 1 }],
      [plan(null)],
    );
    expect((await run("accuracy", none))[0]).toMatchObject({ n: 5, planned: null });
  });

  it("says of a run that the stopping rule has ended cells of it, and misses nothing of them", async () => {
    const cell = (n_options: number, ended: number) => ({
      environment: null,
      n_options,
      padding: "none",
      mode: null,
      condition: null,
      permutation: null,
      trials: ended,
      planned_trials: 4,
      reason: "the trial interval is narrow" as const,
      accuracy: 1,
      trial_interval: [1, 1] as [number, number],
      item_interval: [1, 1] as [number, number],
    });
    const stopping = {
      looks: [2, 4],
      trial_target: null,
      item_target: null,
      cells: [cell(4, 2), cell(10, 4)],
    };
    await open(
      [...trials(2, 2, { n_options: 4 }), ...trials(4, 4, { n_options: 10 })],
      [manifest("r1", "m1", { planned: 6, stopping })],
    );
    expect((await run("outcomes"))[0]).toMatchObject({ planned: 6, answered: 6, missing: 0 });
    expect(await run("warnings")).toEqual([
      {
        code: "stopped_early",
        message:
          "the stopping rule ended 1 cell of run r1 of m1 early (K = 2): intervals over trials and " +
          "of BI do not allow for its looks; those in the run's manifest do",
        runs: ["r1"],
      },
    ]);
  });

  it("says of a run that several models answered in it", async () => {
    const model = { requested: "m1", served: "m-08, m-11", served_names: ["m-08", "m-11"] };
    await open(trials(2, 2, { n_options: 4 }), [manifest("r1", "m1", { model })]);
    expect(await run("warnings")).toEqual([
      {
        code: "several_models_served",
        message:
          "2 models answered in run r1 of m1 (m-08, m-11): its numbers are those of no one model",
        runs: ["r1"],
      },
    ]);
  });

  it("says of a run that its host could not be told its mode", async () => {
    const protocol = { modes: ["thinking"], sampling_dropped: ["mode", "top_k"] };
    await open(trials(2, 2, { n_options: 4 }), [manifest("r1", "m1", { protocol })]);
    expect(await run("warnings")).toEqual([
      {
        code: "mode_not_sent",
        message:
          "the host of run r1 of m1 could not be told its mode (thinking): whether the model " +
          "thinks there is as the host has it",
        runs: ["r1"],
      },
    ]);
  });

  it("corrects each item of a fixed run for its own chance level", async () => {
    await open([
      { item_id: "i1", n_options: 2, resp_pos: 1 },
      { item_id: "i2", n_options: 4, resp_pos: 1 },
      { item_id: "i3", n_options: 4, resp_pos: 2 },
      { item_id: "i4", n_options: 10, resp_pos: 3 },
    ]);
    const [row] = await run("accuracy");
    const na = (1 + 1 - 1 / 3 - 1 / 9) / 4;
    expect(row?.na).toBeCloseTo(na, 12);
    expect(row).toMatchObject({ accuracy: 0.5, n_options_min: 2, n_options_max: 10 });
    expect(row?.guess_adjusted).toBe(row?.na);
    expect(await run("bubble")).toEqual([]);
    expect((await run("scaling")).map((r) => [r.n_options, r.n_items, r.accuracy])).toEqual([
      [2, 1, 1],
      [4, 2, 0.5],
      [10, 1, 0],
    ]);
  });

  it("takes accuracy and NA over the same answers, however many orders an item has", async () => {
    const asked = (condition: string, permutation: number, n_options: number, right: boolean) => [
      { condition, permutation, n_options, item_id: "a", gold_pos: 1, resp_pos: right ? 1 : 2 },
      { condition, permutation, n_options, item_id: "b", gold_pos: 1, resp_pos: 2 },
    ];
    const orders = [true, true, false].flatMap((right, i) => asked("permuted", i, 10, right));
    await open([...asked("original", 0, 10, true), ...orders]);
    const [one] = await run("accuracy");
    // Three of eight answers at N=10: (3/8 - 1/10) / (9/10).
    expect(one).toMatchObject({ kind: "fixed", n: 8, accuracy: 0.375 });
    expect(one?.na).toBeCloseTo(0.275 / 0.9, 12);
    expect(one?.guess_adjusted).toBe(one?.na);
    await open([...asked("original", 0, 5, true), ...orders]);
    // At N=5 1 and -1/4, at N=10 twice 1 and four times -1/9.
    expect((await run("accuracy"))[0]?.na).toBeCloseTo((1 - 1 / 4 + 2 - 4 / 9) / 8, 12);
  });

  it("calls a run that plans several N or trials repeated while it has but its first rows", async () => {
    const kindOf = async (given: Partial<ManifestInput>) => {
      await open(counted(2, { resp_pos: 1, n_options: 4 }), [manifest("r1", "m1", given)]);
      const [row] = await run("accuracy");
      return [row?.kind, row?.wilson === null];
    };
    const measured = { kind: "measured" as const };
    const one = { option_counts: [4], trials: 1 };
    for (const protocol of [
      { ...one, option_counts: [4, 10] },
      { ...one, trials: 3 },
    ])
      expect(await kindOf({ provenance: measured, protocol })).toEqual(["repeated", true]);
    expect(await kindOf({ provenance: measured, protocol: one })).toEqual(["fixed", false]);
    // What an import says of its N is read from rows, whose items may differ in it.
    expect(await kindOf({ protocol: { option_counts: [4, 10] } })).toEqual(["fixed", false]);
  });

  it("gives repeated runs no interval for independent questions", async () => {
    await open([...trials(2, 1, { n_options: 4 }), ...trials(2, 1, { n_options: 10 })]);
    expect((await run("accuracy"))[0]).toMatchObject({
      kind: "repeated",
      accuracy: 0.5,
      wilson: null,
      guess_adjusted: null,
      na: null,
    });
  });

  it("gives items asked twice no interval, though as many others have no scored row", async () => {
    const asked = (condition: string): Given[] =>
      times(10, (i) => ({
        condition,
        item_id: `q${i}`,
        ...(i < 5 ? { resp_pos: 1 } : { outcome: "error" as const }),
      }));
    await open([...asked("one"), ...asked("two")]);
    // Five questions of ten, each twice.
    expect((await run("accuracy"))[0]).toMatchObject({
      kind: "fixed",
      n_items: 10,
      n: 10,
      accuracy: 1,
      wilson: null,
    });
    await open(asked("one"));
    // Wilson's lower end for 5 of 5: 5 / (5 + z²).
    const [row] = await run("accuracy");
    expect(row?.wilson?.[0]).toBeCloseTo(5 / (5 + 1.959963984540054 ** 2), 12);
  });

  it("hides diagnostic scorers unless one is named, and never ranks them", async () => {
    const rows = (run_id: string, scorer: string) => ({ run_id, scorer, resp_pos: 1 });
    await open(
      [rows("a", "declaration-1"), rows("b", "publisher")],
      [
        manifest("a", "m1", { scorer: "declaration-1" }),
        manifest("b", "m1", { scorer: "publisher", source_run: "a" }),
      ],
    );
    expect((await run("accuracy")).map((r) => r.run_id)).toEqual(["a"]);
    const named = await run("accuracy", [{ field: "run", values: ["b"] }]);
    expect(named.map((r) => [r.run_id, r.ranked])).toEqual([["b", false]]);
    const both: Filters = [{ field: "scorer", values: ["declaration-1", "publisher"] }];
    expect(await run("scaling", both)).toHaveLength(2);
  });

  it("reads model and host from the manifest and means from rows", async () => {
    const given: Partial<ManifestInput> = {
      model: { requested: "m1", quantisation: "q4", parameters: 8e9 },
      host: { kind: "ollama", class: "local" },
      cost: { amount: 1.5, currency: "EUR" },
    };
    await open(
      [
        {
          item_id: "i1",
          resp_pos: 1,
          completion_tokens: 10,
          latency_ms: 500,
          reasoning_observed: true,
        },
        { item_id: "i2", resp_pos: 2, completion_tokens: 30, reasoning_observed: false },
        { item_id: "i3", resp_pos: 1, reasoning_observed: false },
      ],
      [manifest("r1", "m1", given)],
    );
    const [row] = await run("accuracy");
    expect(row).toMatchObject({
      host_class: "local",
      quantisation: "q4",
      parameters: 8e9,
      cost: 1.5,
      cost_currency: "EUR",
      mean_completion_tokens: 20,
      seconds_per_item: 0.5,
      n_reasoned: 1,
      n_unreasoned: 2,
      accuracy_reasoned: 1,
      accuracy_unreasoned: 0.5,
    });
    // Wilson by hand: 1 of 1 from 1/(1 + z²), 1 of 2 within 0.5 ± 0.405469.
    expect(row?.accuracy_reasoned_ci?.[0]).toBeCloseTo(1 / (1 + 3.841458820694124), 9);
    expect(row?.accuracy_reasoned_ci?.[1]).toBe(1);
    expect(row?.accuracy_unreasoned_ci?.map((end) => Math.round(1e6 * end))).toEqual([
      94531, 905469,
    ]);
  });
});

describe("warnings", () => {
  it("names what differs between runs of one model", async () => {
    await open(
      [
        { run_id: "a", resp_pos: 1 },
        { run_id: "b", resp_pos: 1 },
      ],
      [
        manifest("a", "m1", { prompt_hash: "p1" }),
        manifest("b", "m1", { prompt_hash: "p2", protocol: { temperature: 0 } }),
      ],
    );
    expect(await run("warnings")).toEqual([
      {
        code: "incomparable_runs",
        message: "runs of m1 differ in prompt (a; b) and temperature (not stated: a; 0: b)",
        runs: ["a", "b"],
      },
    ]);
    expect(await run("scaling")).toHaveLength(2);
  });

  it("finds no fault with simulated models of different policies", async () => {
    const simulated = (id: string, policy: string) =>
      manifest(id, id, {
        provenance: { kind: "simulated", spec_hash: "s" },
        protocol: { sampling: { policy } },
      });
    await open(
      [
        { run_id: "a", model: "a", resp_pos: 1 },
        { run_id: "b", model: "b", resp_pos: 1 },
      ],
      [simulated("a", "tail"), simulated("b", "uniform")],
    );
    expect(await run("warnings")).toEqual([]);
  });

  it("tells where gold positions are far from uniform", async () => {
    await open(
      times(400, (i) => ({ item_id: `i${i}`, gold_pos: i % 5 === 0 ? 2 : 1, resp_pos: 1 })),
    );
    expect((await run("warnings")).map((w) => w.code)).toEqual(["gold_not_uniform"]);
    await open(times(400, (i) => ({ item_id: `i${i}`, gold_pos: 1 + (i % 4), resp_pos: 1 })));
    expect(await run("warnings")).toEqual([]);
  });

  it("tells where one item id stands for several questions", async () => {
    await open([
      { item_id: "i1", n_options: 4, item_hash: "x", resp_pos: 1 },
      { item_id: "i1", n_options: 10, item_hash: "y", resp_pos: 1 },
    ]);
    expect((await run("warnings")).map((w) => w.code)).toEqual(["changed_items"]);
  });
});
