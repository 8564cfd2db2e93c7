import { shownName } from "@/lib/protocol/job-spec";
import {
  MANIFEST_VERSION,
  manifestSchema,
  type Manifest,
  type Stopping,
} from "@/lib/records/manifest";
import { OUTCOMES } from "@/lib/records/response";
import type { Evaluation } from "../evaluation";
import { doneOf, type Job, type JobRun } from "../queue/rows";
import { costOf } from "./cost";
import { iso } from "./own";

/** Sampling as it was really sent: what the host cannot take is named beside it. */
function samplingOf({ spec }: Evaluation, dropped: readonly string[]) {
  const { temperature, top_p, top_k, seed, label_logprobs } = spec.decoding;
  const asked = { top_p, top_k, seed, ...(label_logprobs && { label_logprobs }) };
  const sent = Object.entries(asked).filter(
    ([name, value]) => value !== null && !dropped.includes(name),
  );
  return {
    temperature: dropped.includes("temperature") ? null : temperature,
    max_tokens: dropped.includes("max_tokens") ? null : spec.decoding.max_tokens,
    sampling: sent.length === 0 ? null : Object.fromEntries(sent),
    sampling_dropped: dropped.length === 0 ? null : [...dropped],
  };
}

function protocolOf(evaluation: Evaluation, run: JobRun) {
  const { spec } = evaluation;
  return {
    option_counts: spec.option_counts,
    trials: spec.trials,
    seed: spec.seed,
    environments: spec.environments,
    paddings: spec.paddings,
    conditions: spec.conditions,
    modes: [run.mode],
    ...samplingOf(evaluation, run.dropped),
  };
}

/**
 * The manifest of one run of a job as it stands. What the stopping rule spared was not asked for.
 * @param stopping of this run
 */
export function manifestOf(
  evaluation: Evaluation,
  job: Job,
  run: JobRun,
  stopping: Stopping | null,
): Manifest {
  const { spec, set } = evaluation;
  const { facts } = run;
  const display = shownName(spec, run.model);
  const planned = run.planned - run.stopped;
  const done = doneOf(run) >= planned;
  return manifestSchema.parse({
    schema_version: MANIFEST_VERSION,
    run_id: run.run_id,
    name: spec.modes.length > 1 ? `${display}, ${run.mode}` : display,
    benchmark: set.manifest.benchmark,
    benchmark_hash: set.hash,
    prompt_template: typeof spec.prompt === "string" ? spec.prompt : spec.prompt.text,
    prompt_hash: evaluation.promptHash,
    label_style: spec.label_style,
    scorer: spec.scorer,
    protocol: protocolOf(evaluation, run),
    protocol_hash: evaluation.protocolHash(run.mode),
    stopping,
    model: {
      // The name that its rows carry: a run whose two names differ is refused when it is read.
      requested: display,
      served: run.served.length === 0 ? null : run.served.join(", "),
      served_names: run.served.length > 1 ? run.served : null,
      digest: facts?.digest ?? null,
      quantisation: facts?.quantisation ?? null,
      parameters: facts?.parameters ?? null,
      context_length: facts?.context ?? null,
    },
    host: facts && {
      kind: facts.kind,
      version: facts.version,
      class: facts.class,
      base_url: facts.base_url,
    },
    concurrency: facts && Math.min(facts.concurrency, spec.limits.concurrency),
    started: iso(run.started),
    finished: iso(run.finished),
    // A host of batches works when it likes: how long is not known.
    seconds: run.started === null || facts?.kind === "openai-batch" ? null : run.active_ms / 1000,
    cost: costOf(run),
    status: done ? "complete" : job.state,
    planned,
    counts: Object.fromEntries(
      OUTCOMES.filter((outcome) => run[outcome] > 0).map((outcome) => [outcome, run[outcome]]),
    ),
    provenance:
      facts?.kind === "simulated"
        ? { kind: "simulated", spec_hash: job.spec_hash }
        : { kind: "measured" },
    created: iso(job.created),
  });
}
