import { describe, expect, it } from "vitest";
import { EMPTY_DRAFT, readDraft } from "./draft";

const LOCAL = { ...EMPTY_DRAFT, id: "here", base_url: " http://127.0.0.1:8080/v1 " };

describe("the form of a host", () => {
  it("leaves out what was left empty", () => {
    expect(readDraft(LOCAL).config).toEqual({
      id: "here",
      kind: "openai-compatible",
      base_url: "http://127.0.0.1:8080/v1",
      key_variable: null,
      prices: null,
      concurrency: 4,
      simulation: null,
    });
  });

  it("says by the field what is wrong", () => {
    const { config, problems } = readDraft({ ...LOCAL, id: "My Host", key_variable: "sk-secret" });
    expect(config).toBeNull();
    expect([...problems.keys()].sort()).toEqual(["id", "key_variable"]);
    expect(readDraft({ ...LOCAL, base_url: "" }).problems.get("base_url")).toContain("address");
  });

  it("takes prices as a whole", () => {
    const priced = { ...LOCAL, currency: "USD", prompt: 0.5, completion: 1.5 };
    expect(readDraft(priced).config?.prices).toEqual({
      currency: "USD",
      prompt: 0.5,
      cached_prompt: null,
      completion: 1.5,
    });
    expect([...readDraft({ ...LOCAL, prompt: 1 }).problems.keys()].sort()).toEqual([
      "completion",
      "currency",
    ]);
  });
});
