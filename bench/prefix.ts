// What the order of requests costs: `npx tsx bench/prefix.ts [ITEMS] [TRIALS]`, at N = 100 on a real
// llama.cpp server of one slot. Synchronised trials show all items the same list but for one line:
// asked trial by trial the server has to process the prompt from the gold option on, asked item by
// item nearly all of it. The last line is the ratio of the two shares; the goal is 0.58 at most.
import { addressPolicy } from "@/lib/hosts/addresses";
import { hostConfigSchema } from "@/lib/hosts/config";
import type { ModelHost, ModelRequest } from "@/lib/hosts/host";
import { openHost } from "@/lib/hosts/open";
import { drawTrial, goldPosition } from "@/lib/protocol/trials";
import { labelsOf } from "@/lib/scoring/labels";
import { installLlama, startLlama } from "@/tests/helpers/llama-host";

const N = 100;
const POOL = 200;
/** Tokens of one prompt stay below; the output is one token. */
const CONTEXT = 2048;

const NAMES = ["Ann", "Ben", "Eva", "Tom", "Mia", "Leo", "Ida", "Max", "Zoe", "Jon"];
const VERBS = ["sees", "likes", "buys", "draws", "finds"];
const THINGS = ["fish", "tree", "book", "lamp", "shoe", "cake", "ball", "boat"];

/** Short sentences, all different: 10 x 5 x 8 of them. */
function sentence(index: number): string {
  const name = NAMES[index % 10] ?? "";
  const verb = VERBS[Math.floor(index / 10) % 5] ?? "";
  return `${name} ${verb} a ${THINGS[Math.floor(index / 50) % 8] ?? ""}.`;
}
const pool = Array.from({ length: POOL }, (_, index) => sentence(index));
const target = (item: number): string => sentence(POOL + item).replace(" a ", " an ");

interface Asked {
  readonly item: number;
  readonly trial: number;
}

function trialKey(seed: string, trial: number) {
  return { seed, environment: null, nOptions: N, trial };
}

/** A seed whose first trials have their gold options in the middle on average, as all trials have. */
function middleSeed(trials: number): string {
  for (let one = 0; ; one += 1) {
    const golds = Array.from({ length: trials }, (_, k) =>
      goldPosition(trialKey(String(one), k + 1)),
    );
    if (Math.abs(golds.reduce((a, b) => a + b, 0) / trials - (N + 1) / 2) <= 1) return String(one);
  }
}

function requestOf(model: string, seed: string, { item, trial }: Asked): ModelRequest {
  const { goldPos, distractors } = drawTrial(trialKey(seed, trial), POOL);
  const options = distractors.map((index) => pool[index] ?? "");
  options.splice(goldPos - 1, 0, target(item));
  const list = options.map((option, index) => `${index + 1}. ${option}`).join("\n");
  return {
    model,
    messages: [
      { role: "user", content: `${list}\nWhich sentence is wrong? Reply with its number.` },
    ],
    decoding: {
      temperature: 0,
      top_p: null,
      top_k: null,
      max_tokens: 1,
      seed: null,
      label_logprobs: false,
    },
    mode: null,
    labels: labelsOf(N, "integers"),
    contextTokens: CONTEXT,
    truth: null,
  };
}

interface Share {
  readonly processed: number;
  readonly prompt: number;
}

async function ask(host: ModelHost, requests: readonly ModelRequest[]): Promise<Share> {
  let processed = 0;
  let prompt = 0;
  for (const request of requests) {
    const { promptTokens, cachedTokens } = await host.ask(request, new AbortController().signal);
    if (promptTokens === null || cachedTokens === null)
      throw new Error("the server does not tell how much of a prompt came from its cache");
    prompt += promptTokens;
    processed += promptTokens - cachedTokens;
  }
  return { processed, prompt };
}

/** Each order has a server of its own: nothing is cached when it starts. */
async function measure(name: string, order: readonly Asked[], seed: string): Promise<number> {
  const llama = await startLlama({ context: CONTEXT, slots: 1 });
  const host = openHost(
    hostConfigSchema.parse({ id: "bench", kind: "openai-compatible", base_url: llama.baseUrl }),
    { environment: {}, policy: addressPolicy("loopback") },
  );
  try {
    const started = performance.now();
    const share = await ask(
      host,
      order.map((asked) => requestOf(llama.model, seed, asked)),
    );
    const seconds = (performance.now() - started) / 1000;
    const percent = (100 * share.processed) / share.prompt;
    console.log(
      `${name}: ${order.length} requests, ${share.processed} of ${share.prompt} prompt tokens processed (${percent.toFixed(1)}%), ${seconds.toFixed(0)} s`,
    );
    return share.processed / share.prompt;
  } finally {
    await host.close();
    await llama.close();
  }
}

const missing = installLlama();
if (missing !== null) throw new Error(missing);
const items = Number(process.argv[2] ?? 12);
const trials = Number(process.argv[3] ?? 4);
const seed = middleSeed(trials);
const all = Array.from({ length: items * trials }, (_, index): Asked => ({
  item: index % items,
  trial: 1 + Math.floor(index / items),
}));
const byItem = [...all].sort((a, b) => a.item - b.item || a.trial - b.trial);
const trialMajor = await measure("trial by trial", all, seed);
const itemMajor = await measure("item by item", byItem, seed);
console.log(
  `ratio of processed shares at N=${N}, ${items} items x ${trials} trials: ${(trialMajor / itemMajor).toFixed(3)}`,
);
