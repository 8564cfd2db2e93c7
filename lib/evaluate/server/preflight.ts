import { z } from "zod";
import type { ModelHost } from "@/lib/hosts/host";
import type { Queries } from "@/lib/jobs/database/database";
import { evaluateNew, type Evaluation } from "@/lib/jobs/evaluation";
import type { ItemSetReader } from "@/lib/jobs/ports";
import {
  assertModesDiffer,
  JobRefused,
  longestOfKinds,
  longestPrompts,
  type Longest,
} from "@/lib/jobs/runner/preflight";
import { cellsOf } from "@/lib/protocol/cells";
import type { JobModel, JobSpec } from "@/lib/protocol/job-spec";
import type { Steps } from "@/lib/protocol/steps";
import {
  countTokens,
  largestFitting,
  longestByCount,
  promptCost,
  type LongestPrompt,
  type PromptCost,
} from "@/lib/protocol/tokens";
import { formatCount } from "@/lib/format/number";
import type { ModelPreflight, PreflightReply } from "../contract/preflight";
import { conditionCounts } from "./condition-counts";
import { protocol } from "./protocol";
import type { Turns } from "./turns";

/** What preflight stands on. */
export interface PreflightPorts {
  readonly sets: ItemSetReader;
  /** @throws Error in one line for a host that cannot be asked */
  readonly open: (id: string) => Promise<ModelHost>;
  readonly queries: Queries;
  readonly turns: Turns;
}

const pastRow = z.strictObject({ seconds: z.number() });
/** An earlier run of fewer responses says little about time. */
const ENOUGH = 20;
const MILLION = 1_000_000;

/** Seconds a response of the last run of a model on a host; null where there was none. */
async function pastSeconds(queries: Queries, { host, model }: JobModel): Promise<number | null> {
  const [row] = await queries.rows(
    pastRow,
    `SELECT active_ms / 1000 / done AS seconds FROM (
        SELECT r.active_ms, r.started, (r.answered + r.unparsed + r.multiple + r.out_of_range
          + r.truncated + r.prompt_truncated + r.error) AS done
        FROM foilscope.runs r JOIN foilscope.jobs j ON j.id = r.job
        WHERE r.host = $1 AND (j.spec::json -> 'models' -> r.model ->> 'model') = $2) AS past
      WHERE done >= ${ENOUGH} AND active_ms > 0 ORDER BY started DESC LIMIT 1`,
    [host, model],
  );
  return row?.seconds ?? null;
}

const kindOf = ({ environment, padding }: Pick<LongestPrompt, "environment" | "padding">) =>
  JSON.stringify([environment, padding]);

/**
 * Tokens of the host for one of cl100k_base, by environment and padding: what a tokenizer makes of
 * Korean says nothing of what it makes of a padding in symbols. Null where the host cannot count.
 * @param prompts to be counted; of those of one kind, the highest ratio stands
 */
async function tokenRatios(
  host: Pick<ModelHost, "countTokens">,
  { spec: { decoding } }: Pick<Evaluation, "spec">,
  model: string,
  prompts: readonly Longest[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | null> {
  const ratios = new Map<string, number>();
  for (const prompt of prompts) {
    const { messages, mode } = prompt;
    const shown = { model, messages, decoding, mode };
    const request = { ...shown, labels: [], contextTokens: null, truth: null };
    const counted = await host.countTokens(request, signal).catch(() => null);
    const ours = messages.reduce((sum, message) => sum + countTokens(message.content), 0);
    if (counted === null || ours === 0) return null;
    const kind = kindOf(prompt);
    ratios.set(kind, Math.max(ratios.get(kind) ?? 0, counted / ours));
  }
  return ratios.size === 0 ? null : ratios;
}

/** A cost in the tokens of a host. A kind of which no prompt was looked at has the highest ratio. */
function scaled(cost: PromptCost, ratios: ReadonlyMap<string, number>): PromptCost {
  const highest = Math.max(...ratios.values());
  const longest = cost.longest.map((one) => ({
    ...one,
    tokens: Math.ceil(one.tokens * (ratios.get(kindOf(one)) ?? highest)),
  }));
  return { ...cost, longest };
}

/**
 * Why the longest prompt and the output ceiling cannot fit a context, with the largest N that can;
 * null where they do.
 */
export function refusalOf(
  { host, model }: Pick<JobModel, "host" | "model">,
  cost: Pick<PromptCost, "longest">,
  maxTokens: number,
  context: number | null,
  counted: boolean,
): string | null {
  const worst = longestByCount(cost.longest).reduce(
    (best, one) => (one.tokens > best.tokens ? one : best),
    { nOptions: 0, tokens: 0 },
  );
  if (context === null || worst.tokens + maxTokens <= context) return null;
  const largest = largestFitting(cost, context, maxTokens);
  const about = counted ? "" : "about ";
  const fits =
    largest === null
      ? "No N of this job fits"
      : `The largest N of this job that fits is ${formatCount(largest)}`;
  return `${model} on ${host}: the longest prompt (N=${worst.nOptions}) takes ${about}${formatCount(worst.tokens)} tokens and the answer up to ${formatCount(maxTokens)}, more than the context of ${formatCount(context)} that a request has there. ${fits}: leave out what is longer, lower the output ceiling, or give the model more context.`;
}

/**
 * What a model costs by the prices of its host, in the host's tokens where it counts. Tokens are known
 * of all prompts together and ratios by kind: the highest one is the most that they can be, the lowest
 * the least.
 */
function costOf(
  host: ModelHost,
  cost: PromptCost,
  spec: JobSpec,
  ratios: ReadonlyMap<string, number> | null,
): ModelPreflight["cost"] {
  const { prices } = host.config;
  if (!prices) return null;
  const models = spec.models.length;
  const known = ratios === null ? [1] : [...ratios.values()];
  const tokens = cost.tokens / models / MILLION;
  const cached = prices.cached_prompt ?? prices.prompt;
  const reused = cost.reusable ?? 0;
  return {
    currency: prices.currency,
    prompts_most: tokens * Math.max(...known) * prices.prompt,
    prompts_least:
      tokens *
      Math.min(...known) *
      ((1 - reused) * prices.prompt + reused * Math.min(cached, prices.prompt)),
    answers_most: (cost.requests / models / MILLION) * spec.decoding.max_tokens * prices.completion,
  };
}

async function modelPreflight(
  ports: PreflightPorts,
  evaluation: Evaluation,
  cost: PromptCost,
  prompts: readonly Longest[],
  model: JobModel,
  signal: AbortSignal,
): Promise<ModelPreflight> {
  const { spec } = evaluation;
  const requests = cost.requests / spec.models.length;
  const past = await pastSeconds(ports.queries, model);
  const nothing = {
    host: model.host,
    model: model.model,
    listed: null,
    context: null,
    longest: Math.max(0, ...cost.longest.map((one) => one.tokens)),
    counted: false,
    refusal: null,
    requests,
    seconds: past === null ? null : past * requests,
    cost: null,
  };
  try {
    const host = await ports.open(model.host);
    const probe = await host.probe(signal);
    await assertModesDiffer(host, spec, model, signal);
    const known = probe.models.find((one) => one.name === model.model);
    const ratios = await tokenRatios(host, evaluation, model.model, prompts, signal);
    const own = ratios === null ? cost : scaled(cost, ratios);
    const context = known?.context ?? null;
    const counted = ratios !== null;
    return {
      ...nothing,
      fault: null,
      listed: probe.models.length === 0 ? null : known !== undefined,
      context,
      longest: Math.max(0, ...own.longest.map((one) => one.tokens)),
      counted,
      refusal: refusalOf(model, own, spec.decoding.max_tokens, context, counted),
      cost: costOf(host, cost, spec, ratios),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof JobRefused) throw error;
    return { ...nothing, fault: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * What a spec will take.
 * @throws Error in one line, or RangeError of the protocol, for a spec that cannot be carried out
 */
export async function preflight(
  ports: PreflightPorts,
  spec: JobSpec,
  signal: AbortSignal,
): Promise<PreflightReply> {
  const inTurns = <T>(steps: Steps<T>) => ports.turns.run(steps, signal);
  const evaluation = await evaluateNew({ protocol, sets: ports.sets }, spec, inTurns);
  const { set } = evaluation;
  const cost = await inTurns(promptCost(spec, set));
  if (cost.requests === 0) throw new Error("the spec asks nothing: no cell of it has an item");
  const cells = cellsOf(spec, set);
  // Models are asked the same.
  const prompts = longestOfKinds(await inTurns(longestPrompts(evaluation, 0)));
  return {
    requests: cost.requests,
    items: set.items.length,
    cells: cells.length,
    conditions: conditionCounts(cells, spec.models.length),
    prompt_tokens: cost.tokens,
    answer_tokens_most: cost.requests * spec.decoding.max_tokens,
    longest: longestByCount(cost.longest).map(({ nOptions, tokens }) => ({
      n_options: nOptions,
      tokens,
    })),
    reusable: cost.reusable,
    trials_counted: cost.trialsCounted,
    models: await Promise.all(
      spec.models.map((model) => modelPreflight(ports, evaluation, cost, prompts, model, signal)),
    ),
  };
}
