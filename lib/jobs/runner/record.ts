import { UNKNOWN } from "@/lib/records/importers/draft";
import { z } from "zod";
import type { HostError, ModelReply } from "@/lib/hosts/host";
import type { Presented } from "@/lib/protocol/presented";
import { rawFields, type Raw } from "@/lib/records/raw";
import { responseSchema, textProblem, type Response } from "@/lib/records/response";
import type { LabelStyle } from "@/lib/scoring/labels";
import type { Scorer } from "@/lib/scoring/scorer";
import type { Asked } from "../ports";
import { storable } from "../storable";

/** What is stored of one request: its response, what the host said, and what jobs keep beside. */
const jobRecordSchema = z.strictObject({
  job: z.int(),
  /** Of the lease under which it was asked. */
  epoch: z.int(),
  response: responseSchema,
  raw: rawFields,
  /** The kind of an error and what was said; null for a reply. */
  failure: z.strictObject({ kind: z.string(), message: z.string() }).nullable(),
  served: z.string().nullable(),
  dropped: z.array(z.string()),
});
export type JobRecord = z.output<typeof jobRecordSchema>;

/** All that a record needs besides what the host said. */
export interface AskedRequest {
  readonly job: number;
  readonly epoch: number;
  readonly runId: string;
  readonly model: string;
  readonly benchmark: string;
  readonly presented: Presented;
  readonly scorer: Scorer;
  readonly labels: LabelStyle;
  /** Tokens that the prompt must have at least; null where nothing says so. */
  readonly promptFloor: number | null;
}

const THINK = /<think(?:ing)?\s{0,8}>/iu;

function reasoningObserved(reply: ModelReply): boolean | null {
  if (reply.reasoning !== null && reply.reasoning.trim() !== "") return true;
  if ((reply.reasoningTokens ?? 0) > 0 || THINK.test(reply.text)) return true;
  return reply.reasoning === null && reply.reasoningTokens === null ? null : false;
}

/** A finish reason as it may stand in a row: what cannot is no reason to lose the answer beside it. */
function finishOf({ finishReason }: ModelReply): string | null {
  const reason = finishReason?.toWellFormed() ?? null;
  return reason === null || textProblem(reason) !== null ? null : reason;
}

type Read = Pick<Response, "outcome" | "resp_pos" | "selected_origin">;

function read(asked: AskedRequest, reply: ModelReply): Read {
  const nothing = { resp_pos: null, selected_origin: null };
  const { presented, promptFloor } = asked;
  if (promptFloor !== null && reply.promptTokens !== null && reply.promptTokens < promptFloor)
    return { outcome: "prompt_truncated", ...nothing };
  const { options } = presented;
  const reading = asked.scorer.read({
    text: reply.text,
    reasoning: reply.reasoning,
    finish_reason: finishOf(reply),
    options: options.map((option) => option.text),
    n_options: options.length,
    labels: asked.labels,
  });
  // Where nothing was borrowed, there is no origin to choose between.
  const borrowed = options.some((option) => option.origin === "borrowed");
  const chosen = reading.position === null ? undefined : options[reading.position - 1];
  return {
    outcome: reading.outcome,
    resp_pos: reading.position,
    selected_origin: borrowed ? (chosen?.origin ?? null) : null,
  };
}

function keyOf(asked: AskedRequest) {
  const { item_id, environment, n_options, padding, mode, condition, permutation, trial } =
    asked.presented.key;
  return {
    run_id: asked.runId,
    item_id,
    environment,
    n_options,
    padding,
    mode,
    condition,
    permutation,
    trial,
  };
}

function responseOf(
  asked: AskedRequest,
  attempts: number,
  said: Partial<Response> & Read,
): Response {
  const { presented } = asked;
  return {
    ...UNKNOWN,
    ...keyOf(asked),
    model: asked.model,
    benchmark: asked.benchmark,
    section: presented.section,
    stem_negative: presented.stemNegative,
    gold_pos: presented.goldPos,
    scorer: asked.scorer.name,
    attempts,
    item_hash: presented.itemHash,
    options_hash: presented.optionsHash,
    ...said,
  };
}

function rawOf(asked: AskedRequest, said: Partial<Raw>): Raw {
  return {
    ...keyOf(asked),
    text: null,
    reasoning: null,
    request: null,
    response_body: null,
    label_logprobs: null,
    ...said,
  };
}

/** The kind by which errors are counted: the status where there was one. */
export function failureKind({ details }: HostError): string {
  return details.status === null ? "no reply" : `status ${details.status}`;
}

/** The record of a request that the host answered, or failed to. */
export function recordOf(asked: AskedRequest, outcome: Asked): JobRecord {
  const { job, epoch } = asked;
  if ("failure" in outcome) {
    const { failure, attempts } = outcome;
    const { latencyMs, request, responseBody } = failure.details;
    return {
      job,
      epoch,
      response: responseOf(asked, attempts, {
        outcome: "error",
        resp_pos: null,
        selected_origin: null,
        latency_ms: latencyMs,
      }),
      raw: rawOf(asked, { request, response_body: responseBody }),
      failure: { kind: failureKind(failure), message: failure.message },
      served: null,
      dropped: [],
    };
  }
  const { reply, attempts } = outcome;
  return {
    job,
    epoch,
    response: responseOf(asked, attempts, {
      ...read(asked, reply),
      finish_reason: finishOf(reply),
      reasoning_observed: reasoningObserved(reply),
      prompt_tokens: reply.promptTokens,
      completion_tokens: reply.completionTokens,
      reasoning_tokens: reply.reasoningTokens,
      cached_tokens: reply.cachedTokens,
      latency_ms: reply.latencyMs,
    }),
    raw: rawOf(asked, {
      text: reply.text,
      reasoning: reply.reasoning,
      request: reply.request,
      response_body: reply.responseBody,
      label_logprobs: reply.labelLogprobs === null ? null : JSON.stringify(reply.labelLogprobs),
    }),
    failure: null,
    served: reply.served === null ? null : storable(reply.served),
    dropped: [...reply.dropped],
  };
}

/** A record with its one spelling: the line of a log, and what the database keeps. */
export interface RecordLine {
  readonly record: JobRecord;
  /** JSON without a line break. Its characters are plain: every database takes it. */
  readonly text: string;
}

export function lineOf(record: JobRecord): RecordLine {
  return { record, text: JSON.stringify(record) };
}

/** @throws ZodError, SyntaxError for a text that is no record */
export function recordFrom(text: string): JobRecord {
  return jobRecordSchema.parse(JSON.parse(text));
}
