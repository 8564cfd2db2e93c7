// What the order of requests costs: `npx tsx bench/prefix.ts [ITEMS] [TRIALS]`, the product's prompts
// for the shipped item set at N = 100, on a real llama.cpp server of one slot. Synchronised trials show
// all items the same list but for one line: asked in the order of a plan, trial by trial, the server
// has to process the prompt from the gold option on, asked item by item nearly all of it. The last line
// is the ratio of the two shares; the goal is 0.58 at most.
import { readItemSet } from "@/lib/datasets/store";
import { addressPolicy } from "@/lib/hosts/addresses";
import { hostConfigSchema } from "@/lib/hosts/config";
import type { ModelHost, ModelRequest } from "@/lib/hosts/host";
import { openHost } from "@/lib/hosts/open";
import { jobSpecSchema, type JobSpec } from "@/lib/protocol/job-spec";
import { planOf } from "@/lib/protocol/plan";
import { presenterOf } from "@/lib/protocol/present";
import { renderPrompt } from "@/lib/protocol/prompts/render";
import { goldPosition } from "@/lib/protocol/trials";
import type { ItemSet } from "@/lib/records/item-set";
import { labelsOf } from "@/lib/scoring/labels";
import { startLlama } from "@/tests/helpers/llama-host";
import { installLlama } from "@/tests/helpers/llama-install";
import { LLAMA_MODELS } from "@/tests/helpers/llama-models";

const N = 100;
const ENVIRONMENT = "full";
const MODEL = "gemma";
/** Tokens of one prompt stay below; the output is one token. */
const CONTEXT = 4096;

/** A seed whose first trials have their gold options in the middle on average, as all trials have. */
function middleSeed(trials: number): string {
  for (let one = 0; ; one += 1) {
    const seed = String(one);
    const golds = Array.from({ length: trials }, (_, k) =>
      goldPosition({ seed, environment: ENVIRONMENT, nOptions: N, trial: k + 1 }),
    );
    if (Math.abs(golds.reduce((a, b) => a + b, 0) / trials - (N + 1) / 2) <= 1) return seed;
  }
}

/** Every request of a job, with its item, in the order of the plan. */
function requestsOf(spec: JobSpec, set: ItemSet) {
  const plan = planOf(spec, set);
  const present = presenterOf(spec, set);
  const render = renderPrompt(spec, set);
  return Array.from({ length: plan.chunks }, (_, index) => plan.keys(plan.chunk(index)))
    .flat()
    .map((key) => ({
      item: key.item_id,
      request: {
        model: LLAMA_MODELS[MODEL].file,
        messages: render(present(key)),
        decoding: spec.decoding,
        mode: "direct",
        labels: labelsOf(N, spec.label_style),
        contextTokens: CONTEXT,
        truth: null,
      } satisfies ModelRequest,
    }));
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
async function measure(name: string, requests: readonly ModelRequest[]): Promise<number> {
  const llama = await startLlama(MODEL, { context: CONTEXT, slots: 1 });
  const host = openHost(
    hostConfigSchema.parse({ id: "bench", kind: "openai-compatible", base_url: llama.baseUrl }),
    { environment: {}, policy: addressPolicy("loopback") },
  );
  try {
    const started = performance.now();
    const share = await ask(host, requests);
    const seconds = (performance.now() - started) / 1000;
    const percent = (100 * share.processed) / share.prompt;
    console.log(
      `${name}: ${requests.length} requests, ${share.processed} of ${share.prompt} prompt tokens processed (${percent.toFixed(1)}%), ${seconds.toFixed(0)} s`,
    );
    return share.processed / share.prompt;
  } finally {
    await host.close();
    await llama.close();
  }
}

const missing = installLlama(MODEL);
if (missing !== null) throw new Error(missing);
const items = Number(process.argv[2] ?? 12);
const trials = Number(process.argv[3] ?? 2);
const whole = await readItemSet("samples/item-sets/5f504a96a5b30681");
const set: ItemSet = { ...whole, items: whole.items.slice(0, items) };
const spec = jobSpecSchema.parse({
  version: 1,
  name: "prefix",
  item_set: set.hash,
  option_counts: [N],
  trials,
  environments: [ENVIRONMENT],
  seed: middleSeed(trials),
  prompt: "error-en",
  scorer: "index-1",
  decoding: { temperature: 0, max_tokens: 1 },
  models: [{ host: "bench", model: LLAMA_MODELS[MODEL].file }],
});
const all = requestsOf(spec, set);
// A stable sort: the trials of an item stay in their order.
const byItem = all.toSorted((a, b) => (a.item < b.item ? -1 : Number(a.item > b.item)));
const trialMajor = await measure(
  "trial by trial",
  all.map(({ request }) => request),
);
const itemMajor = await measure(
  "item by item",
  byItem.map(({ request }) => request),
);
console.log(
  `ratio of processed shares at N=${N}, ${items} items x ${trials} trials: ${(trialMajor / itemMajor).toFixed(3)}`,
);
