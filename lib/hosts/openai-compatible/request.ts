import type { ModelRequest } from "@/lib/hosts/host";
import type { Dialect } from "./dialect";

/** What was asked for and a host may refuse, by the name under which `dropped` tells it. */
export type Droppable =
  | "temperature"
  | "top_p"
  | "top_k"
  | "seed"
  | "label_logprobs"
  | "mode"
  /** Not dropped but sent as max_completion_tokens. */
  | "max_tokens";

export interface ChatBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly dropped: readonly string[];
}

/** Most alternatives a place that APIs give. llama.cpp has no such limit. */
const API_TOP_LOGPROBS = 20;
/** Labels are often listed twice, with and without a space. */
const SPELLINGS = 2;

/** OpenAI's models that always reason: they refuse sampling parameters and log-probabilities. */
const REASONING_MODEL = /^(?:ft:)?(?:o\d|gpt-[5-9])/;
const REFUSED_BY_REASONING: readonly Droppable[] = ["temperature", "top_p", "label_logprobs"];

function refusedBy(dialect: Dialect, model: string): readonly Droppable[] {
  if (dialect !== "openai") return [];
  return REASONING_MODEL.test(model) ? [...REFUSED_BY_REASONING, "top_k"] : ["top_k"];
}

type Mode = "direct" | "thinking";

/** How a dialect is told to think or not; null where it cannot be told. */
function modeFields(
  dialect: Dialect,
  model: string,
  mode: Mode,
): Readonly<Record<string, unknown>> | null {
  switch (dialect) {
    case "llama.cpp":
    case "vllm":
      return { chat_template_kwargs: { enable_thinking: mode === "thinking" } };
    case "openrouter":
      return { reasoning: { enabled: mode === "thinking" } };
    case "openai":
      // A reasoning model reasons unless told not to; another never does.
      if (REASONING_MODEL.test(model)) return mode === "direct" ? { reasoning_effort: "none" } : {};
      return mode === "direct" ? {} : null;
    case "lm-studio":
    case "other":
      return null;
  }
}

/** Whether direct and thinking differ in what is sent: else both are one request under two names. */
export function tellsModes(
  model: string,
  dialect: Dialect,
  refused: ReadonlySet<Droppable>,
): boolean {
  const sent = (mode: Mode) => JSON.stringify(modeFields(dialect, model, mode) ?? {});
  return !refused.has("mode") && sent("direct") !== sent("thinking");
}

function logprobFields(dialect: Dialect, labels: number): Readonly<Record<string, unknown>> {
  const wanted = Math.max(1, labels * SPELLINGS);
  const top = dialect === "llama.cpp" ? wanted : Math.min(API_TOP_LOGPROBS, wanted);
  return { logprobs: true, top_logprobs: top };
}

/**
 * The body of a chat completion, and the names of what this host cannot take.
 * @param refused what the host has refused of this model before
 */
export function chatBody(
  request: ModelRequest,
  dialect: Dialect,
  refused: ReadonlySet<Droppable>,
): ChatBody {
  const { model, messages, decoding, mode, labels } = request;
  const out = new Set<Droppable>([...refused, ...refusedBy(dialect, model)]);
  const dropped: Droppable[] = [];
  const fields: Record<string, unknown> = {};
  const add = (name: Droppable, value: Readonly<Record<string, unknown>> | null): void => {
    if (value === null || out.has(name)) dropped.push(name);
    else Object.assign(fields, value);
  };
  for (const name of ["temperature", "top_p", "top_k", "seed"] as const)
    if (decoding[name] !== null) add(name, { [name]: decoding[name] });
  if (decoding.label_logprobs) add("label_logprobs", logprobFields(dialect, labels.length));
  if (mode !== null) add("mode", modeFields(dialect, model, mode));
  const ceiling =
    dialect === "openai" || out.has("max_tokens") ? "max_completion_tokens" : "max_tokens";
  return {
    body: { model, messages, stream: false, [ceiling]: decoding.max_tokens, ...fields },
    dropped,
  };
}

const BY_PARAMETER: Partial<Record<string, Droppable>> = {
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  seed: "seed",
  logprobs: "label_logprobs",
  top_logprobs: "label_logprobs",
  max_tokens: "max_tokens",
  reasoning_effort: "mode",
};

/** What of a request a host refuses, by the parameter that its error names; null for all else. */
export function refusedParameter(parameter: string | null): Droppable | null {
  return parameter === null ? null : (BY_PARAMETER[parameter] ?? null);
}
