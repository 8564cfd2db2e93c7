import { describe, expect, it } from "vitest";
import { build, FOUR } from "@/lib/datasets/augment/testing";
import { HostError, type ModelReply } from "@/lib/hosts/host";
import { hostConfigSchema } from "@/lib/hosts/config";
import type { Asked, HostOpener } from "@/lib/jobs/ports";
import { hostSelector } from "./selector";

const signal = new AbortController().signal;
const silent = { status: null, again: false, retryAfterMs: null, request: null } as const;

const said = (text: string): Asked => ({
  attempts: 1,
  reply: { text } as ModelReply,
});

/** Hosts of which `desk` has one model, which says what it is told to. */
function hosts(answer: (prompt: string) => Asked): HostOpener {
  return {
    open: (id) =>
      id === "desk"
        ? Promise.resolve({
            config: hostConfigSchema.parse({ id: "desk", kind: "ollama" }),
            probe: () =>
              Promise.resolve({
                version: "0.34.0",
                class: "local",
                slots: null,
                models: [
                  {
                    name: "gemma4:26b",
                    digest: "f0fc",
                    quantisation: "nvfp4",
                    parameters: null,
                    context: null,
                    trainedContext: null,
                  },
                ],
              }),
            tellsModes: () => Promise.resolve(true),
            countTokens: () => Promise.resolve(null),
            batch: null,
            leastTokens: () => 0,
            contextFault: () => null,
            ask: (request) => Promise.resolve(answer(request.messages[0]?.content ?? "")),
          })
        : Promise.reject(new Error(`there is no host "${id}"`)),
  };
}

describe("a model that chooses what is borrowed", () => {
  it("is named in the set with its digest, and its choice is what is borrowed, in its order", async () => {
    const answer = () => said('{"ids": ["c9", "c8", "c7", "c6", "c5"]}');
    const selector = await hostSelector(hosts(answer), "desk:gemma4:26b", signal);
    const { parts } = await build(FOUR, { selector });
    expect(parts.manifest.sources[1]?.name).toBe(
      "selector: gemma4:26b (ollama, 0.34.0, f0fc, nvfp4)",
    );
    expect(parts.manifest.steps[3]?.what).toContain("five of up to 100 by the model gemma4:26b");
    // Twelve candidates of three donors, one after the other: the ninth is the last donor's third.
    const first = parts.items[0]?.options[5];
    expect(first?.donor_option).toBe(3);
    expect(parts.items).toHaveLength(4);
  });

  it("ends the command where its host fails, and says at which question", async () => {
    const failure = new HostError("gone", { ...silent, responseBody: null, latencyMs: null });
    const selector = await hostSelector(
      hosts(() => ({ attempts: 5, failure })),
      "desk:m",
      signal,
    );
    await expect(build(FOUR, { selector })).rejects.toThrow("host desk failed at question a: gone");
  });

  it("is named by host and model", async () => {
    const opener = hosts(() => said(""));
    for (const named of ["desk", "desk:", ":m"])
      await expect(hostSelector(opener, named, signal)).rejects.toThrow("write HOST:MODEL");
    await expect(hostSelector(opener, "else:m", signal)).rejects.toThrow('no host "else"');
  });
});
