import type { UseQueryResult } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { PreflightReply } from "@/lib/evaluate/contract/preflight";
import { PreflightPanel } from "./preflight-panel";

/** The text of the panel for one model, counted by its host or not. */
function panelOf(counted: boolean): string {
  const model = {
    host: "h",
    model: "m",
    fault: null,
    listed: true,
    context: null,
    longest: 230,
    counted,
    refusal: null,
    requests: 10,
    seconds: null,
    cost: { currency: "EUR", prompts_most: 2.3, prompts_least: 1.15, answers_most: 4 },
  };
  const data: PreflightReply = {
    requests: 10,
    items: 10,
    cells: 1,
    conditions: [],
    prompt_tokens: 1000,
    answer_tokens_most: 160,
    longest: [{ n_options: 4, tokens: 100 }],
    reusable: 0.5,
    trials_counted: 1,
    models: [model],
  };
  const query = { data, error: null, isFetching: false, isPlaceholderData: false };
  const panel = (
    <PreflightPanel query={query as UseQueryResult<PreflightReply>} readable stops={false} />
  );
  return renderToStaticMarkup(panel).replace(/<[^>]*>/g, "");
}

it("says in which tokens a cost is", () => {
  expect(panelOf(true)).toContain("prompts 1.15 EUR to 2.30 EUR, answers at most 4.00 EUR");
  expect(panelOf(true)).toContain(
    "Tokens are those of cl100k_base; by model those of its own tokenizer where its host counts: every model",
  );
  expect(panelOf(false)).toContain(
    "prompts 1.15 EUR to 2.30 EUR in cl100k_base tokens, answers at most 4.00 EUR",
  );
  expect(panelOf(false)).toContain("Tokens are those of cl100k_base: every model");
});
