import { HostError, type BatchHarvest } from "@/lib/hosts/host";
import type { Evaluation } from "../evaluation";
import type { Asked, JobHost } from "../ports";
import { lineFor } from "../runner/asking";
import type { RecordLine } from "../runner/record";
import { requestsOfGroup, shownOf, type BatchContent, type BatchRequest } from "./content";
import type { DueBatch } from "./due";

/** What a batch brought of one chunk, as it is stored. */
export interface Reaped {
  /** In the content of the batch. */
  readonly place: number;
  readonly lines: readonly RecordLine[];
  /** Each of its requests has a line. */
  readonly whole: boolean;
}

interface ReapOptions {
  readonly evaluation: Evaluation;
  readonly batch: Pick<DueBatch, "job" | "model"> & { readonly content: BatchContent };
  readonly harvest: Pick<BatchHarvest, "results">;
  /** Tries after which what fails, or has no line, is a row; null where all of it is asked again. */
  readonly most: number | null;
  readonly host: Pick<JobHost, "leastTokens">;
}

/** No line of a batch names the request. */
function noLine(): HostError {
  return new HostError("the batch ended without a line for this request", {
    status: null,
    again: true,
    retryAfterMs: null,
    request: null,
    responseBody: null,
    latencyMs: null,
  });
}

/** What becomes of one request; null where it is asked again. */
function askedOf(options: ReapOptions, { customId, group }: BatchRequest): Asked | null {
  const { harvest, most } = options;
  const { attempts } = group;
  const result = harvest.results.get(customId) ?? noLine();
  if (!(result instanceof HostError)) return { attempts, reply: result };
  const again = result.details.again && (most === null || attempts < most);
  return again ? null : { attempts, failure: result };
}

/**
 * Rows of what a batch brought, chunk by chunk. Requests that another try can help have none before the
 * last try.
 */
export function* reap(options: ReapOptions): Generator<Reaped> {
  const { evaluation, batch, host } = options;
  for (const [place, group] of batch.content.entries()) {
    const lines = requestsOfGroup(group, place).flatMap((request) => {
      const asked = askedOf(options, request);
      if (asked === null) return [];
      const { presented, messages } = shownOf(evaluation, batch.model, request);
      const of = {
        job: batch.job,
        epoch: group.epoch,
        runId: group.run_id,
        model: batch.model,
        presented,
        promptFloor: host.leastTokens(messages),
      };
      return [lineFor(evaluation, of, asked)];
    });
    yield { place, lines, whole: lines.length === group.items.length };
  }
}
