import { z } from "zod";
import { HostError } from "@/lib/hosts/host";
import type { Routes } from "./client";

/** Who answers behind an OpenAI-style address: what it takes and tells beyond the common part. */
export type Dialect = "openai" | "openrouter" | "llama.cpp" | "vllm" | "lm-studio" | "other";

const BY_HOSTNAME: ReadonlyMap<string, Dialect> = new Map([
  ["api.openai.com", "openai"],
  ["openrouter.ai", "openrouter"],
]);

/** What local servers call the owner of the models that they list. */
const BY_OWNER: ReadonlyMap<string, Dialect> = new Map([
  ["llamacpp", "llama.cpp"],
  ["vllm", "vllm"],
  ["organization_owner", "lm-studio"],
]);

const owners = z
  .object({ data: z.array(z.looseObject({ owned_by: z.string().nullish() })) })
  .nullable()
  .catch(null);

const NOT_OFFERED = new Set<number | null>([404, 405, 501]);

/**
 * Finds the dialect by the address, else by the list of models. A host without that list is `other`.
 * @throws HostError when the host cannot be asked: a guess would change what a run sends.
 */
export async function detectDialect(routes: Routes, signal: AbortSignal): Promise<Dialect> {
  const byName = BY_HOSTNAME.get(new URL(routes.http.baseUrl).hostname);
  if (byName !== undefined) return byName;
  try {
    const { value } = await routes.get("/models", owners, signal);
    return BY_OWNER.get(value?.data[0]?.owned_by ?? "") ?? "other";
  } catch (error) {
    if (error instanceof HostError && NOT_OFFERED.has(error.details.status)) return "other";
    throw error;
  }
}
