import type { ItemSetsReply, PromptsReply } from "@/lib/evaluate/contract/sets";
import { JOB_SPEC_VERSION } from "@/lib/protocol/job-spec";

type Listed = ItemSetsReply["sets"][number];

/** The template for items of a kind in a language; English where there is none of it. */
function promptFor({ manifest }: Listed, prompts: PromptsReply["prompts"]): string {
  const fitting = prompts.filter((prompt) => prompt.kind === manifest.kind);
  const own = fitting.find((prompt) => manifest.language.startsWith(prompt.language));
  return (own ?? fitting.find((prompt) => prompt.language === "en") ?? fitting[0])?.id ?? "";
}

/** What depends on the item set: chosen anew with it. */
export function partsOfSet(set: Listed, prompts: PromptsReply["prompts"]) {
  const sampled = set.manifest.kind === "error-identification";
  return {
    item_set: set.hash,
    option_counts: sampled ? [4, 10] : null,
    environments: sampled ? Object.keys(set.manifest.environments) : null,
    conditions: null,
    prompt: promptFor(set, prompts),
    label_style: sampled ? "integers" : "letters",
    scorer: sampled ? "index-1" : "strict-2",
  };
}

/** A small job to begin with: some minutes on a model of one's own machine. */
export function startingSpec(
  set: Listed | undefined,
  prompts: PromptsReply["prompts"],
  model: { readonly host: string; readonly model: string } | null,
) {
  return {
    version: JOB_SPEC_VERSION,
    name: "First look",
    ...(set ? partsOfSet(set, prompts) : { item_set: "" }),
    trials: 3,
    paddings: ["none"],
    modes: ["direct"],
    seed: "1",
    decoding: { temperature: 0, max_tokens: 16 },
    models: model ? [model] : [],
    limits: { concurrency: 4 },
  };
}
