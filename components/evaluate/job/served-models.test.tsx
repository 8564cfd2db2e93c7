import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { JobRunReply, JobSummary } from "@/lib/evaluate/contract/jobs";
import { OUTCOMES } from "@/lib/records/response";
import { JobRuns } from "./job-runs";

const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as JobRunReply["counts"];

/** The card of a run that these models have answered. */
function cardOf(served: string[]): string {
  const run: JobRunReply = {
    run_id: "r",
    model: "m",
    requested: "m",
    mode: "direct",
    host: "h",
    planned: 30,
    stopped: 0,
    counts: { ...counts, answered: 30 },
    done: 30,
    accuracy: null,
    tokens: { prompt: null, completion: null, reasoning: null, cached: null },
    cached_share: null,
    active_seconds: 0,
    served,
    dropped: [],
    facts: { version: null, class: "api", digest: null, quantisation: null, context: null },
  };
  const job = { hosts: [], runs: [run] } as unknown as JobSummary;
  return renderToStaticMarkup(<JobRuns job={job} />);
}

it("warns of a run that two models have answered, and of no other", () => {
  const mixed = cardOf(["m-2024-08", "m-2024-11"]);
  expect(mixed).toContain("served as m-2024-08 and as m-2024-11");
  expect(mixed).toContain("2 models answered in this run: its numbers are those of no one model");
  expect(cardOf(["m-2024-08"])).toContain("served as m-2024-08");
  expect(cardOf(["m-2024-08"])).not.toContain("answered in this run");
});
