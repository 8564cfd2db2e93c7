import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { lookAt } from "@/lib/stats/adaptive";
import { tQuantile } from "@/lib/stats/quantiles";
import { JobLooks } from "./job-looks";

/** Ten items in 50 trials, each right in half of them. */
const trialHits = Array.from({ length: 50 }, (_, trial) => (trial % 2 === 0 ? 4 : 6));
const itemHits = Array.from({ length: 10 }, () => 25);

it("names the levels at which the intervals over trials are made", () => {
  const markup = renderToStaticMarkup(
    <JobLooks
      looks={[
        {
          run_id: "r",
          model: "m",
          environment: "easy",
          n_options: 4,
          padding: "none",
          mode: "direct",
          condition: null,
          permutation: null,
          trials: 50,
          planned_trials: 200,
          stop: null,
          accuracy: 0.5,
          trial_interval: [0.46, 0.54],
          item_interval: [0.4, 0.6],
        },
      ]}
    />,
  );
  expect(markup).toContain(
    "crossed over items and trials, at 95%, guarded: widened to hold Wilson’s for as many answers as items where items × the smaller of accuracy and 1 − accuracy is below 5 (the explorer’s crossed interval is not widened); over trials, at 98.7% (corrected for five looks) while trials are left or where the cell stopped early, at 95% at its last trial, and widened to hold Wilson’s for K answers where fewer than 10 trials have a minority outcome: an error at an accuracy of 0.5 or more, else a hit",
  );
  expect(markup).toMatch(/<th[^>]*>crossed, guarded<\/th>/);
});

it("makes them at those levels", () => {
  // Trial means 0.4 and 0.6, 25 each: their variance is 0.01 * 50 / 49, that of the mean 0.01 / 49.
  const half = (planned: number) => {
    const [low, high] = lookAt({ itemHits, trialHits }, planned)!.trialInterval;
    return (high - low) / 2;
  };
  expect(half(200)).toBeCloseTo(tQuantile(1 - 0.0128 / 2, 49)! * 0.1 * Math.sqrt(1 / 49), 12);
  expect(half(50)).toBeCloseTo(tQuantile(0.975, 49)! * 0.1 * Math.sqrt(1 / 49), 12);
});

it("widens the crossed one where it says so", () => {
  // All trials are alike: 2 of 10 items are always right, so that 10 x 0.2 = 2 is below 5.
  const always = (hits: number) => ({
    itemHits: Array.from({ length: 10 }, (_, item) => (item < hits ? 50 : 0)),
    trialHits: Array.from({ length: 50 }, () => hits),
  });
  const crossed = (mean: number) =>
    tQuantile(0.975, 9)! * Math.sqrt((mean * (1 - mean) * (10 / 9)) / 10);
  // Wilson's 95% interval of 2 of 10 is [0.0567, 0.5098]; t's is 0.2 +- 0.3016.
  expect(crossed(0.2)).toBeCloseTo(0.3016, 4);
  const [low, high] = lookAt(always(2), 200)!.itemInterval;
  expect([low, high]).toEqual([expect.closeTo(-0.1016, 4), expect.closeTo(0.5098, 4)]);
  // At 10 x 0.5 = 5 it is not widened.
  const [from, to] = lookAt(always(5), 200)!.itemInterval;
  expect([from, to]).toEqual([
    expect.closeTo(0.5 - crossed(0.5), 12),
    expect.closeTo(0.5 + crossed(0.5), 12),
  ]);
});
