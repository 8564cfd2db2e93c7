import { z } from "zod";
import { simulatedModelSchema } from "@/lib/simulate/spec";

export const HOST_KINDS = [
  "ollama",
  "openai-compatible",
  "openai-batch",
  "gemini",
  "simulated",
] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** An address without anything that could be a key: it is shown, logged and stored with runs. */
const baseUrl = z.url({ protocol: /^https?$/ }).superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    context.addIssue({
      code: "custom",
      message:
        "must have no user name, password, query or fragment: a key goes into an environment variable",
    });
});

/**
 * The ending keeps whoever attaches hosts from having other secrets of the server (a database's
 * password, a cloud's credentials) sent to an address of their choice.
 */
const keyVariable = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*_API_KEY$/, "name an environment variable that ends in _API_KEY");

/** For a million tokens: far more than anybody asks, in any currency. */
const price = z.number().nonnegative().max(1_000_000_000);

/** Answers of known policies in place of a model, for trying things out. */
const simulationSchema = z.strictObject({
  seed: z.string().min(1).default("foilscope"),
  models: z.array(simulatedModelSchema).min(1),
  /** Milliseconds that an answer takes. */
  delay_ms: z.int().min(0).max(60_000).default(0),
});
export type HostSimulation = z.output<typeof simulationSchema>;

/** An attached host. Its key is the name of an environment variable, never the key itself. */
export const hostConfigSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "use small letters, digits and hyphens"),
    kind: z.enum(HOST_KINDS),
    /** Null for the usual address of the kind; openai-compatible hosts have none. */
    base_url: baseUrl.nullable().default(null),
    key_variable: keyVariable.nullable().default(null),
    /** Prices in one currency for a million tokens, where the user gives them. */
    prices: z
      .strictObject({
        currency: z.string().regex(/^[A-Z]{3}$/),
        prompt: price,
        cached_prompt: price.nullable().default(null),
        completion: price,
      })
      .nullable()
      .default(null),
    /** Requests in flight at most, over all jobs. */
    concurrency: z.int().min(1).max(1024).default(4),
    /** Of simulated hosts alone; null for the built-in policies. */
    simulation: simulationSchema.nullable().default(null),
  })
  .superRefine((host, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (host.kind === "openai-compatible" && host.base_url === null)
      issue("base_url", "an openai-compatible host needs its address, as http://127.0.0.1:8080/v1");
    if (host.kind === "simulated" && (host.base_url !== null || host.key_variable !== null))
      issue("kind", "a simulated host has neither address nor key");
    if (host.kind !== "simulated" && host.simulation !== null)
      issue("simulation", "only a simulated host answers by policies");
  });
export type HostConfig = z.output<typeof hostConfigSchema>;
export type HostConfigInput = z.input<typeof hostConfigSchema>;
