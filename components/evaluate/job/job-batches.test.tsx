import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { JobBatchReply, JobSummary } from "@/lib/evaluate/contract/jobs";
import { JobBatches } from "./job-batches";

const batch: JobBatchReply = {
  id: 1,
  model: "m",
  host: "h",
  remote: "batch_1",
  state: "waiting",
  host_state: "in_progress",
  host_done: 3,
  host_failed: 0,
  cancelling: false,
  requests: 12,
  bytes: 4800,
  done: null,
  failed: null,
  missing: null,
  problem: null,
  created: "2026-01-01T00:00:00.000Z",
  submitted: "2026-01-01T00:00:01.000Z",
  ended: null,
};

function drawn(state: JobSummary["state"]): string {
  const job: JobSummary = {
    id: 1,
    name: "test",
    state,
    reason: null,
    planned: 12,
    done: 0,
    failed: 0,
    stopped: 0,
    left: 12,
    per_minute: null,
    seconds_left: null,
    created: batch.created,
    started: batch.created,
    finished: null,
    last_event: 1,
    published: false,
    in_explorer: false,
    foreign_runs: [],
    models: [{ host: "h", model: "m" }],
    hosts: [],
    batches: [batch],
    batches_under_way: 1,
    runs: [],
    actions: [],
  };
  return renderToStaticMarkup(<JobBatches job={job} />);
}

it("says when hosts are asked for batches: of a paused job not at all", () => {
  expect(drawn("running")).toContain(
    "1 batch under way. They are asked for every half minute; a host may take a day.",
  );
  expect(drawn("cancelled")).toContain("asked for every half minute");
  const paused = drawn("paused");
  expect(paused).toContain(
    "1 batch under way. Nobody asks for them until the job is resumed; a host may take a day.",
  );
  expect(paused).not.toContain("half minute");
});

it("says how often what is missing is asked again", () => {
  expect(drawn("running")).toContain(
    "What is missing, or failed and can be tried again, goes into a later batch, up to the job’s attempts",
  );
});
