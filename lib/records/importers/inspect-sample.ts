import { z } from "zod";
import { Fault } from "./fault";
import { isObject } from "./json";

/** A sample of an Inspect AI log, as far as it is read. */
const count = z.int().nonnegative().nullish();
const usageSchema = z.object({
  output_tokens: count,
  total_tokens: count,
  input_tokens_cache_read: count,
  reasoning_tokens: count,
});
const messageSchema = z.object({ role: z.string().nullish(), content: z.unknown().optional() });
const scoreSchema = z.object({
  value: z.unknown().optional(),
  answer: z.string().nullish(),
  explanation: z.string().nullish(),
});
const sampleSchema = z.object({
  input: z.union([z.string(), z.array(messageSchema)]),
  choices: z.array(z.string()).nullish(),
  target: z.union([z.string(), z.array(z.string())]),
  output: z
    .object({
      model: z.string().nullish(),
      completion: z.string().nullish(),
      choices: z
        .array(z.object({ message: messageSchema, stop_reason: z.string().nullish() }))
        .nullish(),
      usage: usageSchema.nullish(),
      time: z.number().nonnegative().nullish(),
    })
    .nullish(),
  scores: z.record(z.string(), scoreSchema).nullish(),
  /** Of logs before there were several scorers. */
  score: scoreSchema.nullish(),
  error: z.unknown().optional(),
  error_retries: z.array(z.unknown()).nullish(),
  limit: z.object({ type: z.string() }).nullish(),
  invalidation: z.unknown().optional(),
  attachments: z.record(z.string(), z.string()).nullish(),
});
export type InspectSample = z.infer<typeof sampleSchema>;

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path)
    at = isObject(at) || Array.isArray(at) ? (at as Record<PropertyKey, unknown>)[step] : undefined;
  return at;
}

/** @throws Fault naming the field that is wrong */
export function inspectSample(value: unknown): InspectSample {
  const read = sampleSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path ?? [];
  throw new Fault(path.join("."), valueAt(value, path), issue?.message ?? "cannot be read");
}

const ATTACHMENT = "attachment://";

/**
 * A text of a sample; a long one may stand among the attachments.
 * @throws Fault where it is not there
 */
export function resolved(sample: InspectSample, text: string, field: string): string {
  if (!text.startsWith(ATTACHMENT)) return text;
  const found = sample.attachments?.[text.slice(ATTACHMENT.length)];
  if (found === undefined) throw new Fault(field, text, "the log does not hold this attachment");
  return found;
}

/** Texts of one kind among the parts of a message; null where it has none. */
function partsOf(
  sample: InspectSample,
  content: unknown,
  type: "text" | "reasoning",
  field: string,
): string | null {
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part: unknown) => {
    const text = isObject(part) && part.type === type ? part[type] : null;
    return typeof text === "string" ? [resolved(sample, text, field)] : [];
  });
  return texts.length === 0 ? null : texts.join("\n");
}

/** The text of a message, given as one or in parts; null where there is none. */
function textOf(sample: InspectSample, content: unknown, field: string): string | null {
  if (typeof content === "string") return resolved(sample, content, field);
  return partsOf(sample, content, "text", field);
}

/** The question: a text, or the one message of a user. A conversation is no question of its own. */
export function stemOf(sample: InspectSample): string | null {
  const { input } = sample;
  if (typeof input === "string") return resolved(sample, input, "input");
  const asked = input.filter(({ role }) => role !== "system");
  const [only] = asked;
  return asked.length === 1 && only?.role === "user" ? textOf(sample, only.content, "input") : null;
}

/** What the model said. */
export interface Reply {
  readonly text: string;
  readonly reasoning: string | null;
  readonly finishReason: string | null;
}

/** What a limit of the log left of a reply that it cut off before it began. */
const CUT_BEFORE: Reply = { text: "", reasoning: null, finishReason: null };

/** The reply of a sample; null where there is none and no limit says why. */
export function replyOf(sample: InspectSample): Reply | null {
  const { output } = sample;
  const [choice] = output?.choices ?? [];
  const content = choice?.message.content;
  const completion = output?.completion ?? "";
  const text =
    completion === ""
      ? textOf(sample, content, "output.choices.0.message.content")
      : resolved(sample, completion, "output.completion");
  if (text === null && !choice) return sample.limit && !sample.error ? CUT_BEFORE : null;
  const stop = choice?.stop_reason ?? null;
  return {
    text: text ?? "",
    reasoning: partsOf(sample, content, "reasoning", "output.choices.0.message.content"),
    finishReason: stop === "unknown" || stop === "" ? null : stop,
  };
}
