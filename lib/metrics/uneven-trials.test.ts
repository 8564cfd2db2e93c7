import { expect, it } from "vitest";
import { manifest } from "@/tests/helpers/stage";
import { trials, useSections } from "@/tests/helpers/sections";
import { hasUnevenTrials } from "./uneven-trials";

const { open, run } = useSections();
const codes = async (...args: Parameters<typeof run<"warnings">>) =>
  (await run(...args)).map((row) => row.code);

/** Three trials of the first item, two of the second: five of six pairs. */
const ROWS = [
  ...trials(3, 2, { item_id: "i1", n_options: 4 }),
  ...trials(2, 1, { item_id: "i2", n_options: 4 }),
  ...trials(3, 2, { item_id: "i1", n_options: 10 }),
  ...trials(3, 1, { item_id: "i2", n_options: 10 }),
];

it("warns where a trial lacks an item and yet has an interval", async () => {
  await open(ROWS);
  const [low, high] = await run("scaling");
  expect(low).toMatchObject({ n_items: 2, n_trials: 3, n_responses: 5, na_crossed_ci: null });
  expect(low?.na_trial_ci).not.toBeNull();
  expect([low!, high!].map(hasUnevenTrials)).toEqual([true, false]);
  expect(await run("warnings")).toMatchObject([
    {
      code: "trials_uneven",
      message:
        "not every trial has every item of m1 (N = 4): trial means are of different items, " +
        "and intervals over trials hold that difference too",
      runs: ["r1"],
    },
  ]);
});

it("says nothing where the shown cells are complete, or trials were numbered by us", async () => {
  await open(ROWS);
  expect(await codes("warnings", [{ field: "n_options", values: [10] }])).toEqual([]);
  expect(await codes("warnings", [{ field: "item", values: ["i1"] }])).toEqual([]);
  await open(ROWS, [manifest("r1", "m1", { protocol: { trials_numbered: true } })]);
  expect(await codes("warnings")).toEqual(["trials_numbered"]);
});
