import { completion } from "../../lib/hosts/testing/replies";
import {
  fail,
  reply,
  scriptedHost,
  type ScriptedHost,
} from "../../lib/hosts/testing/scripted-host";

/** Tokens that one request may use at the host. */
export const CONTEXT = 2000;

/** The host's own count of a prompt: one token a UTF-16 unit. */
const tokensOf = (content: string): number => content.length;

/**
 * What the host answers to a prompt: a number that follows from the prompt's text alone, so that a
 * test can tell what every answer must be.
 */
export function answerTo(prompt: string): number {
  const options = [...prompt.matchAll(/^\d+\. /gm)].length;
  let sum = 0;
  for (let at = 0; at < prompt.length; at += 1) sum += prompt.charCodeAt(at);
  return (sum % options) + 1;
}

export interface ChatHost extends ScriptedHost {
  /** Lets so many answers out, and none behind them: what is asked then waits. */
  readonly allow: (answers: number) => void;
  /** From now on every answer is an error, or none is. */
  readonly break: (broken: boolean) => void;
}

interface Body {
  readonly messages: readonly { readonly content: string }[];
}

/** A host of vLLM's dialect with one model, which answers as many chats as it is allowed to. */
export async function chatHost(): Promise<ChatHost> {
  const host = await scriptedHost();
  const waiting: (() => void)[] = [];
  let allowed = 0;
  let broken = false;
  const pass = () => {
    while (allowed > 0 && waiting.length > 0) {
      allowed -= 1;
      waiting.shift()?.();
    }
  };
  const contentOf = (body: unknown) => (body as Body).messages.map((m) => m.content).join("");
  host.route(
    "/v1/models",
    reply({ data: [{ id: "small-model", owned_by: "vllm", max_model_len: CONTEXT }] }),
  );
  host.route("/version", reply({ version: "0.0.1" }));
  host.route("/tokenize", (response, request) =>
    reply({ count: tokensOf(contentOf(request.body)) })(response, request),
  );
  host.route("/v1/chat/completions", async (response, request) => {
    const prompt = contentOf(request.body);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      pass();
    });
    const behaviour = broken
      ? fail(500, "out of memory")
      : reply(
          completion(String(answerTo(prompt)), {
            usage: { prompt_tokens: tokensOf(prompt), completion_tokens: 1 },
          }),
        );
    await behaviour(response, request);
  });
  return Object.assign(host, {
    allow: (answers: number) => {
      allowed = answers;
      pass();
    },
    break: (now: boolean) => {
      broken = now;
    },
  });
}
