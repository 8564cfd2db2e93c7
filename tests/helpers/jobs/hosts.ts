import type { Asked, HostOpener, JobHost } from "@/lib/jobs/ports";
import { hostConfigSchema, type HostConfig } from "@/lib/hosts/config";
import { HostError, type ModelReply, type ModelRequest } from "@/lib/hosts/host";

/** What a scripted host is asked: the key and the gold position stand in the prompt's last line. */
export interface AskedKey {
  readonly item: string;
  readonly trial: number;
  readonly nOptions: number;
  readonly goldPos: number;
}

export function askedKey(request: Pick<ModelRequest, "messages">): AskedKey {
  const line = request.messages.at(-1)!.content.split("\n").at(-1)!;
  const [key, goldPos] = JSON.parse(line) as [
    { item_id: string; trial: number; n_options: number },
    number,
  ];
  return { item: key.item_id, trial: key.trial, nOptions: key.n_options, goldPos };
}

export function replyOf(text: string, changes: Partial<ModelReply> = {}): ModelReply {
  return {
    text,
    reasoning: null,
    finishReason: "stop",
    served: "m-served",
    promptTokens: 40,
    completionTokens: 1,
    reasoningTokens: null,
    cachedTokens: 10,
    latencyMs: 1,
    request: "{}",
    responseBody: JSON.stringify({ text }),
    labelLogprobs: null,
    dropped: [],
    ...changes,
  };
}

export function failureOf(message: string, status: number | null = 500): HostError {
  return new HostError(message, {
    status,
    again: true,
    retryAfterMs: null,
    request: "{}",
    responseBody: null,
    latencyMs: 2,
  });
}

export type Script = (
  key: AskedKey,
  signal: AbortSignal,
) => Promise<ModelReply | HostError> | ModelReply | HostError;

/** A host within the process that counts what it is asked. */
export class ScriptedHost implements JobHost {
  readonly config: HostConfig;
  readonly batch = null;
  readonly asked: AskedKey[] = [];
  inFlight = 0;
  most = 0;
  aborted = 0;

  constructor(
    private readonly script: Script,
    config: Partial<HostConfig> = {},
  ) {
    this.config = hostConfigSchema.parse({ id: "h", kind: "simulated", ...config });
  }

  probe() {
    const model = {
      name: "m",
      digest: "d1",
      quantisation: "q4",
      parameters: 7,
      context: null,
      trainedContext: null,
    };
    return Promise.resolve({ version: "1", class: "local" as const, models: [model], slots: null });
  }

  tellsModes(): Promise<boolean> {
    return Promise.resolve(true);
  }

  countTokens(): Promise<number | null> {
    return Promise.resolve(null);
  }

  leastTokens(): number {
    return 0;
  }

  contextFault(): string | null {
    return null;
  }

  async ask(request: ModelRequest, _: unknown, signal: AbortSignal): Promise<Asked> {
    const key = askedKey(request);
    this.asked.push(key);
    this.inFlight += 1;
    this.most = Math.max(this.most, this.inFlight);
    try {
      const said = await this.script(key, signal);
      signal.throwIfAborted();
      return said instanceof HostError
        ? { attempts: 3, failure: said }
        : { attempts: 1, reply: said };
    } catch (error) {
      if (signal.aborted) this.aborted += 1;
      throw error;
    } finally {
      this.inFlight -= 1;
    }
  }
}

/** Answers rightly. */
export const right: Script = ({ goldPos }) => replyOf(String(goldPos));

export const openerOf = (...hosts: readonly JobHost[]): HostOpener => ({
  open(id) {
    const host = hosts.find((candidate) => candidate.config.id === id);
    return host ? Promise.resolve(host) : Promise.reject(new Error(`no host ${id} is attached`));
  },
});
