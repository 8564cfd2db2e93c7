import { z } from "zod";
import type { ModelRequest } from "@/lib/hosts/host";
import type { Routes } from "./client";
import type { Dialect } from "./dialect";
import { chatBody } from "./request";

const applied = z.object({ prompt: z.string() });
const tokenized = z.object({ tokens: z.array(z.unknown()) });
const counted = z.object({ count: z.int().nonnegative() });

/** Tokens of a prompt in the model's own template and vocabulary, where the server counts them. */
export async function countPrompt(
  routes: Routes,
  dialect: Dialect,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<number | null> {
  const { model, messages } = request;
  const { chat_template_kwargs } = chatBody(request, dialect, new Set()).body;
  const chat = { model, messages, chat_template_kwargs };
  if (dialect === "llama.cpp") {
    const template = await routes.post({ root: "/apply-template" }, chat, applied, signal);
    const content = template.value.prompt;
    const body = { content, add_special: true, parse_special: true };
    const { value } = await routes.post({ root: "/tokenize" }, body, tokenized, signal);
    return value.tokens.length;
  }
  if (dialect !== "vllm") return null;
  return (await routes.post({ root: "/tokenize" }, chat, counted, signal)).value.count;
}
