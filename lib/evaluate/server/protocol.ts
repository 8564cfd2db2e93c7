import type { Protocol } from "@/lib/jobs/ports";
import { runIdOf, specHash } from "@/lib/protocol/identity";
import { planOf } from "@/lib/protocol/plan";
import { presenterOf } from "@/lib/protocol/present";
import { renderPrompt } from "@/lib/protocol/prompts/render";
import { promptOf } from "@/lib/protocol/prompts/resolve";

/** The protocol as jobs know it. A run is named before its host is asked, by the model's name alone. */
export const protocol: Protocol = {
  planOf,
  presenterOf,
  renderPrompt,
  specHash,
  promptHash: (spec) => promptOf(spec).hash,
  runIdOf: (spec, set, model, mode) =>
    runIdOf(
      spec,
      set,
      { requested: spec.models[model]?.model ?? "", digest: null, quantisation: null },
      mode === "thinking" ? "thinking" : "direct",
    ),
};
