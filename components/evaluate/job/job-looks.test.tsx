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
    "crossed over items and trials, at 95%; over trials, at 98.7% (corrected for five looks) while trials are left or where the cell stopped early, at 95% at its last trial",
  );
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
