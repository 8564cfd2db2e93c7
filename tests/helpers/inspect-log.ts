import { writeZip, type ZipContent } from "./zip-writer";

/** Small logs of our own in the form of Inspect AI's. */
type Fields = Readonly<Record<string, unknown>>;

/** A header of two items in two epochs. */
export const header = (given: { eval?: Fields; plan?: Fields; [name: string]: unknown } = {}) => ({
  version: 2,
  status: "success",
  ...given,
  eval: {
    task: "colours",
    task_args: {},
    model: "maker/painter",
    dataset: { name: "colours", sample_ids: ["q1", "q2"] },
    config: { epochs: 2 },
    model_generate_config: { max_tokens: 64 },
    ...given.eval,
  },
  plan: {
    steps: [{ solver: "multiple_choice", params: { cot: false } }],
    config: { temperature: 0.5, top_p: 0.9 },
    ...given.plan,
  },
  stats: { started_at: "2026-03-01T10:00:00+00:00", completed_at: "2026-03-01T10:05:00+00:00" },
});

/** A right answer, "B" of three choices. */
export const sample = (given: Fields = {}) => ({
  id: "q1",
  epoch: 1,
  input: "Which one is the colour of blood?",
  choices: ["green", "red", "blue"],
  target: "B",
  output: {
    model: "painter-2026-01",
    choices: [{ message: { role: "assistant", content: "ANSWER: B" }, stop_reason: "stop" }],
    completion: "ANSWER: B",
    usage: { input_tokens: 3, output_tokens: 5, total_tokens: 48, input_tokens_cache_read: 40 },
    time: 1.5,
  },
  scores: { choice: { value: "C", answer: "B", explanation: "ANSWER: B" } },
  ...given,
});

/** A sample whose reply is this text, read so by the log's scorer. */
export const replied = (text: string, answer: string, value: "C" | "I", given: Fields = {}) =>
  sample({
    output: {
      model: "painter-2026-01",
      choices: [{ message: { content: text }, stop_reason: "stop" }],
      completion: text,
    },
    scores: { choice: { value, answer } },
    ...given,
  });

/** Files of a `.eval`. */
export function logFiles(
  head: unknown,
  samples: readonly { readonly id?: unknown; readonly epoch?: unknown }[],
  packing: ZipContent["packing"] = "deflate",
): ZipContent[] {
  return [
    { name: "_journal/start.json", text: JSON.stringify(head), packing },
    ...samples.map((one) => ({
      name: `samples/${String(one.id)}_epoch_${String(one.epoch)}.json`,
      text: JSON.stringify(one),
      packing,
    })),
    { name: "header.json", text: JSON.stringify(head), packing },
  ];
}

/** A `.eval` of a header and samples. */
export const evalLog = (
  head: unknown,
  samples: readonly { readonly id?: unknown; readonly epoch?: unknown }[],
): Uint8Array => writeZip(logFiles(head, samples));
