import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Answer } from "@/lib/evaluate/contract/jobs";
import { JobAnswers } from "./job-answers";

const ANSWER: Answer = {
  run_id: "r",
  model: "m",
  item_id: "q1",
  environment: null,
  n_options: 10,
  padding: "none",
  mode: "direct",
  condition: "ten-permuted",
  permutation: 2,
  trial: 1,
  outcome: "answered",
  gold_pos: 3,
  resp_pos: 3,
  text: "C",
  length: 1,
  failure: null,
  latency_ms: 5,
};

it("names the condition and permutation of an answer, by which two of one item differ", () => {
  const markup = renderToStaticMarkup(
    <JobAnswers answers={[ANSWER, { ...ANSWER, permutation: 3 }]} />,
  );
  expect(markup).toContain("m, q1, N=10, ten-permuted, permutation 2, trial 1");
  expect(markup).toContain("m, q1, N=10, ten-permuted, permutation 3, trial 1");
});
