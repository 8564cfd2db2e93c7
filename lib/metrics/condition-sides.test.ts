import { describe, expect, it } from "vitest";
import { manifest } from "@/tests/helpers/stage";
import { useSections, type Given } from "@/tests/helpers/sections";

const { open, run } = useSections();

/** Items q1, q2, …, right or wrong. */
const asked = (run_id: string, condition: string, right: readonly (0 | 1)[], more: Given = {}) =>
  right.map((r, i): Given => ({
    run_id,
    condition,
    n_options: condition === "ten" ? 10 : 5,
    item_id: `q${i + 1}`,
    resp_pos: r === 1 ? 1 : 2,
    ...more,
  }));

const pairs = async () =>
  (await run("paired")).map((row) => [row.run_a, row.run_b, row.lost, row.gained]);

describe("two conditions of one model", () => {
  it("pair with a run that was set apart for repeating trials", async () => {
    await open([
      ...asked("five", "five", [1, 1, 0]),
      ...asked("five again", "five", [0, 1, 0]),
      ...asked("ten", "ten", [0, 1, 1]),
    ]);
    expect((await run("warnings")).map((w) => w.code)).toContain("repeated_trials");
    // q1 is lost from the first alone, q3 gained from both.
    expect(await pairs()).toEqual([
      ["five", "ten", 1, 1],
      ["five again", "ten", 0, 1],
    ]);
  });

  it("pair where another run adds trials, each run by Wald and McNemar", async () => {
    await open([
      ...asked("five", "five", [1, 1, 0]),
      ...asked("more", "five", [0, 0, 0], { trial: 2 }),
      ...asked("ten", "ten", [0, 1, 0]),
    ]);
    expect((await run("accuracy")).map((row) => row.kind)).toEqual(["fixed", "fixed", "fixed"]);
    expect(await pairs()).toEqual([
      ["five", "ten", 1, 0],
      ["more", "ten", 0, 1],
    ]);
    for (const row of await run("paired")) expect(row).toMatchObject({ mcnemar_p: 1, t_p: null });
  });

  it("do not pair with a run that itself repeats an item", async () => {
    await open([
      ...asked("five", "five", [1, 1]),
      ...asked("five", "five", [1, 0], { trial: 2 }),
      ...asked("ten", "ten", [0, 1]),
    ]);
    expect(await pairs()).toEqual([]);
  });

  it("do not pair across a compared field", async () => {
    await open(
      [...asked("five", "five", [1]), ...asked("ten", "ten", [1])],
      [
        manifest("five", "m1", { prompt_hash: "p" }),
        manifest("ten", "m1", { prompt_hash: "other" }),
      ],
    );
    expect(await pairs()).toEqual([]);
  });
});
