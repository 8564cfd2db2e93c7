import { expect, it } from "vitest";
import type { RunStanding } from "@/lib/jobs/publish/own";
import { TALLY_COLUMNS } from "@/lib/jobs/queue/rows";
import { summaryOf, type SummaryParts } from "./summary";

const progress = {
  outcomes: { error: 0, prompt_truncated: 0 },
  rate: null,
  hosts: [],
  batches: [],
};

it("tells own runs of the explorer from those that stand in the way of others", () => {
  const zeros = Object.fromEntries(TALLY_COLUMNS.map((name) => [name, 0]));
  const run = { ...zeros, model: 0, mode: "direct", host: "h", facts: null, active_ms: 0 };
  const parts = {
    job: {
      id: 1,
      spec: { models: [{ host: "h", model: "m" }] },
      created: 0,
      started: null,
      finished: null,
    },
    runs: ["r1", "r2"].map((run_id) => ({ ...run, run_id })),
    progress: { ...progress, state: "paused" },
    accuracy: [],
  } as unknown as Omit<SummaryParts, "standings">;
  const told = (...standings: RunStanding[]) => {
    const { in_explorer, foreign_runs } = summaryOf({ ...parts, standings });
    return [in_explorer, foreign_runs];
  };
  expect(told("absent", "foreign")).toEqual([false, ["r2"]]);
  expect(told("own", "foreign")).toEqual([true, ["r2"]]);
});

it("calls the model of a batch as it is called everywhere, with its host where two are alike", () => {
  const models = ["a", "b"].map((host) => ({ host, model: "m", display: null }));
  const parts = {
    job: { id: 1, spec: { models }, created: 0, started: null, finished: null },
    runs: [],
    progress: {
      ...progress,
      state: "running",
      batches: [{ model: 1, state: "waiting", created: 0, submitted: null, ended: null }],
    },
    accuracy: [],
    standings: [],
  } as unknown as SummaryParts;
  expect(summaryOf(parts).batches.map(({ model }) => model)).toEqual(["m (b)"]);
});
