import { expect, it } from "vitest";
import { summaryOf, type SummaryParts } from "./summary";

it("calls the model of a batch as it is called everywhere, with its host where two are alike", () => {
  const models = ["a", "b"].map((host) => ({ host, model: "m", display: null }));
  const parts = {
    job: { id: 1, spec: { models }, created: 0, started: null, finished: null },
    runs: [],
    progress: {
      state: "running",
      outcomes: { error: 0, prompt_truncated: 0 },
      rate: null,
      hosts: [],
      batches: [{ model: 1, state: "waiting", created: 0, submitted: null, ended: null }],
    },
    accuracy: [],
    inExplorer: false,
  } as unknown as SummaryParts;
  expect(summaryOf(parts).batches.map(({ model }) => model)).toEqual(["m (b)"]);
});
