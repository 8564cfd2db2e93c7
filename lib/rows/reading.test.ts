import { describe, expect, it } from "vitest";
import { manifestSchema } from "@/lib/records/manifest";
import type { RawReply } from "@/lib/snapshot/api";
import { keyOf } from "./key";
import { labelStyleOf, readAgain, readsTexts } from "./reading";
import { exampleRow } from "./testing";

const row = exampleRow({ scorer: "declaration-1", n_options: 4, resp_pos: 2, outcome: "answered" });
const raw = (text: string | null): RawReply => ({
  key: keyOf(row),
  text,
  reasoning: null,
  request: null,
  response_body: null,
  label_logprobs: null,
  item: null,
});

describe("readAgain", () => {
  it("finds the span that decided the reading", () => {
    const text = "A is out. The answer is (B).";
    const again = readAgain(row, raw(text), "letters");
    expect(again?.differs).toBe(false);
    const evidence = again?.reading.evidence;
    expect(evidence && text.slice(evidence.start, evidence.end)).toContain("B");
  });

  it("says where the text reads otherwise now", () => {
    expect(readAgain(row, raw("The answer is (C)."), "letters")?.differs).toBe(true);
  });

  it("reads nothing for a scorer without texts, without a text, and after an error", () => {
    expect(readAgain({ ...row, scorer: "given" }, raw("B"), "letters")).toBeNull();
    expect(readsTexts({ ...row, scorer: "given" })).toBe(false);
    expect(readAgain(row, raw(null), "letters")).toBeNull();
    const failed = { ...row, outcome: "error" as const, resp_pos: null };
    expect(readAgain(failed, raw("Answer: B"), "letters")).toBeNull();
  });
});

describe("labelStyleOf", () => {
  const manifest = (scorer: string, label_style: "letters" | null) =>
    manifestSchema.parse({
      schema_version: 1,
      run_id: "r",
      name: "r",
      benchmark: "b",
      scorer,
      label_style,
      model: { requested: "m" },
      status: "complete",
      provenance: { kind: "measured" },
    });
  it("is the manifest's, or that of its scorer", () => {
    expect(labelStyleOf(manifest("index-1", "letters"))).toBe("letters");
    expect(labelStyleOf(manifest("index-1", null))).toBe("integers");
    expect(labelStyleOf(manifest("strict-2", null))).toBe("letters");
  });
});
