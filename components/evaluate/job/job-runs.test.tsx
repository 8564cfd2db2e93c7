import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { JobRunReply, JobSummary } from "@/lib/evaluate/contract/jobs";
import { OUTCOMES } from "@/lib/records/response";
import { tokensText } from "../words";
import { JobRuns } from "./job-runs";

const none = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as JobRunReply["counts"];

/** A run of which so many responses are there; of each, its host tells 40 prompt tokens or nothing. */
function runOf(done: number, tells: boolean): JobRunReply {
  const prompt = tells && done > 0 ? { tokens: 40 * done, responses: done } : null;
  return {
    run_id: "r",
    model: "m",
    requested: "m",
    mode: "direct",
    host: "h",
    planned: 10,
    stopped: 0,
    counts: { ...none, answered: done },
    done,
    accuracy: null,
    tokens: { prompt, completion: null, reasoning: null, cached: null },
    cached_share: null,
    active_seconds: 0,
    served: [],
    dropped: [],
    facts: null,
  };
}

/** What the card of a run says of its tokens. */
function cardOf(run: JobRunReply): string {
  const job = { hosts: [], runs: [run] } as unknown as JobSummary;
  const markup = renderToStaticMarkup(<JobRuns job={job} />);
  return /<dt[^>]*>tokens<\/dt><dd[^>]*>([^<]*)</.exec(markup)?.[1] ?? "";
}

it("says nothing of what a host tells before it has answered", () => {
  expect([cardOf(runOf(0, true)), tokensText([runOf(0, true)])]).toEqual([
    "no response yet",
    "no response yet",
  ]);
  expect([cardOf(runOf(2, false)), tokensText([runOf(0, true), runOf(2, false)])]).toEqual([
    "not told by the host",
    "no tokens told",
  ]);
  expect([cardOf(runOf(2, true)), tokensText([runOf(2, true)])]).toEqual([
    "80 prompt",
    "80 prompt tokens",
  ]);
});
