import type { Protocol } from "@/lib/jobs/ports";
import { specProblems } from "@/lib/protocol/check";
import { protocolHash, runIdOf, specHash } from "@/lib/protocol/identity";
import { planOf } from "@/lib/protocol/plan";
import { presenterOf } from "@/lib/protocol/present";
import { renderPrompt } from "@/lib/protocol/prompts/render";
import { promptOf } from "@/lib/protocol/prompts/resolve";
import { countTokens } from "@/lib/protocol/tokens";

/** The protocol as jobs know it. */
export const protocol: Protocol = {
  specProblems,
  planOf,
  presenterOf,
  renderPrompt,
  specHash,
  promptHash: (spec) => promptOf(spec).hash,
  protocolHash,
  runIdOf,
  countTokens,
};
