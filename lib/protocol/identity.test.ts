import { describe, expect, it } from "vitest";
import { identityOf, protocolHash, runIdOf, specHash, type ModelIdentity } from "./identity";
import { jobSpecSchema, type JobSpecInput } from "./job-spec";
import { sampledSet, sampledSpec } from "./testing";

const set = sampledSet();
const model: ModelIdentity = { requested: "m", digest: null, quantisation: null, host: null };
const runOf = (over: Partial<JobSpecInput> = {}, identity = model) =>
  runIdOf(sampledSpec(over), set, identity, "direct");

describe("a job's hash", () => {
  it("does not depend on the order in which fields are written", () => {
    const spec = sampledSpec();
    const turned = Object.fromEntries(Object.entries(spec).toReversed());
    expect(specHash(jobSpecSchema.parse(turned))).toBe(specHash(spec));
    expect(specHash(sampledSpec({ option_counts: [20, 4] }))).not.toBe(specHash(spec));
  });
});

describe("a run's id", () => {
  it("stays when a run is extended or asked elsewhere", () => {
    const extended: Partial<JobSpecInput>[] = [
      { trials: 1000 },
      { option_counts: [4, 10, 20] },
      { environments: ["easy"] },
      { paddings: ["none", "symbol:front"], padded_trials: 2 },
      { modes: ["direct", "thinking"] },
      { name: "another name" },
      { models: [{ host: "elsewhere", model: "m" }] },
      { limits: { concurrency: 64 } },
      { adaptive: {} },
    ];
    for (const over of extended) expect(runOf(over)).toBe(runOf());
  });

  it("changes with whatever decides answers or their reading", () => {
    const others = [
      runOf({ seed: "43" }),
      runOf({ sampling: "nested" }),
      runOf({ prompt: "error-ko" }),
      runOf({ prompt: { text: "{options}" } }),
      runOf({ scorer: "declaration-1" }),
      runOf({ scorer: "declaration-1", label_style: "letters" }),
      runOf({ decoding: { max_tokens: 17 } }),
      runOf({ decoding: { max_tokens: 16, temperature: 0 } }),
      runOf({}, { ...model, requested: "n" }),
      runOf({}, { ...model, digest: "d" }),
      runOf({}, { ...model, host: "a" }),
      runOf({}, { ...model, host: "b" }),
      runIdOf(sampledSpec(), sampledSet({ hash: "fedcba9876543210" }), model, "direct"),
      runIdOf(sampledSpec(), set, model, "thinking"),
    ];
    expect(new Set([runOf(), ...others]).size).toBe(others.length + 1);
  });
});

describe("a protocol's hash", () => {
  it("counts how much is asked, and nothing of hosts", () => {
    const hash = (over: Partial<JobSpecInput>) => protocolHash(sampledSpec(over), "direct");
    expect(hash({ trials: 4 })).not.toBe(hash({}));
    expect(hash({ adaptive: {} })).not.toBe(hash({}));
    expect(hash({ limits: { concurrency: 9 }, name: "x" })).toBe(hash({}));
    expect(protocolHash(sampledSpec(), "thinking")).not.toBe(hash({}));
  });
});

describe("what names a model", () => {
  const asked = { host: "a", model: "m" };

  it("is its digest where there is one, whoever serves it", () => {
    const known = { digest: "d", quantisation: "q4" };
    expect(identityOf(asked, known)).toEqual({ requested: "m", ...known, host: null });
    expect(identityOf({ ...asked, host: "b" }, known)).toEqual(identityOf(asked, known));
  });

  it("is its host too where nobody tells a digest", () => {
    const known = { digest: null, quantisation: "q4" };
    expect(identityOf(asked, known)).toEqual({ requested: "m", ...known, host: "a" });
    expect(identityOf(asked)).toEqual({
      requested: "m",
      digest: null,
      quantisation: null,
      host: "a",
    });
  });
});
