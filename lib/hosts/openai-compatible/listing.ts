import { z } from "zod";
import { HostError, type HostModel, type HostProbe } from "@/lib/hosts/host";
import { count, words } from "@/lib/hosts/wire";
import type { Routes } from "./client";
import type { Dialect } from "./dialect";

/** One entry of /models with what llama.cpp, vLLM and OpenRouter add to it. */
const listed = z.looseObject({
  id: z.string(),
  max_model_len: count,
  context_length: count,
  meta: z.object({ n_params: count, n_ctx_train: count, ftype: words }).nullish().catch(null),
});
const listing = z.object({ data: z.array(listed) });

/** llama.cpp's /props: the context is that of one slot. */
const propsSchema = z.looseObject({
  total_slots: count,
  build_info: words,
  model_path: words,
  model_ftype: words,
  default_generation_settings: z.looseObject({ n_ctx: count }).nullish().catch(null),
});

/** LM Studio's own list. */
const studioSchema = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      quantization: words,
      max_context_length: count,
      loaded_context_length: count,
    }),
  ),
});

const versionSchema = z.object({ version: z.string() });

type Details = Partial<HostModel>;
interface Told {
  readonly version: string | null;
  readonly slots: number | null;
  readonly details: (model: string) => Details;
}
const NOTHING: Told = { version: null, slots: null, details: () => ({}) };

/** A route beside the common ones; null where the server does not offer it in the expected form. */
type Optional = <T extends z.ZodType>(root: string, schema: T) => Promise<z.output<T> | null>;

function optionalRoutes(routes: Routes, signal: AbortSignal): Optional {
  return async (root, schema) => {
    try {
      return (await routes.get({ root }, schema, signal)).value;
    } catch (error) {
      if (error instanceof HostError && error.details.status !== null) return null;
      throw error;
    }
  };
}

/** Older servers of llama.cpp tell the quantisation by the name of the file alone. */
const QUANTISATION = /(?:^|[-_.])((?:I?Q|TQ)\d[A-Z0-9_]*|BF16|F16|F32)(?=[-.]|$)/i;

function ofFile(path: string | null | undefined): string | null {
  const file = path?.split(/[\\/]/).at(-1) ?? "";
  return QUANTISATION.exec(file)?.[1]?.toUpperCase() ?? null;
}

async function toldBy(dialect: Dialect, optional: Optional): Promise<Told> {
  switch (dialect) {
    case "llama.cpp": {
      const props = await optional("/props", propsSchema);
      if (props === null) return { ...NOTHING, version: "llama.cpp" };
      const context = props.default_generation_settings?.n_ctx ?? null;
      const quantisation = props.model_ftype ?? ofFile(props.model_path);
      return {
        version: ["llama.cpp", props.build_info ?? ""].join(" ").trim(),
        slots: props.total_slots ?? null,
        details: () => ({ context, quantisation }),
      };
    }
    case "vllm": {
      const version = await optional("/version", versionSchema);
      return { ...NOTHING, version: ["vLLM", version?.version ?? ""].join(" ").trim() };
    }
    case "lm-studio": {
      const models = await optional("/api/v0/models", studioSchema);
      const byId = new Map(models?.data.map((model) => [model.id, model]));
      return {
        ...NOTHING,
        version: "LM Studio",
        details: (id) => ({
          quantisation: byId.get(id)?.quantization ?? null,
          context: byId.get(id)?.loaded_context_length ?? null,
          trainedContext: byId.get(id)?.max_context_length ?? null,
        }),
      };
    }
    case "openrouter":
    case "openai":
    case "other":
      return NOTHING;
  }
}

const UNKNOWN: Omit<HostModel, "name"> = {
  digest: null,
  quantisation: null,
  parameters: null,
  context: null,
  trainedContext: null,
};

/**
 * What a server tells of itself and its models.
 * @throws HostError when its list of models cannot be had.
 */
export async function listHost(
  routes: Routes,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<HostProbe> {
  const { value } = await routes.get("/models", listing, signal);
  const told = await toldBy(dialect, optionalRoutes(routes, signal));
  return {
    version: told.version,
    class: await routes.http.locality(),
    slots: told.slots,
    models: value.data.map((model) => ({
      ...UNKNOWN,
      name: model.id,
      parameters: model.meta?.n_params ?? null,
      quantisation: model.meta?.ftype ?? null,
      trainedContext: model.meta?.n_ctx_train ?? null,
      context: model.max_model_len ?? model.context_length ?? null,
      ...told.details(model.id),
    })),
  };
}
