import { describe, expect, it } from "vitest";
import type { AccuracyRow, OutcomesRow } from "@/lib/metrics/rows";
import { manifestSchema, type ManifestInput } from "@/lib/records/manifest";
import { whyNotComparable } from "./comparable";
import { outcomeParts } from "./outcome-parts";

const manifest = (change: Partial<ManifestInput> = {}) =>
  manifestSchema.parse({
    schema_version: 1,
    run_id: "r",
    name: "run",
    benchmark: "b",
    scorer: "strict-2",
    model: { requested: "m" },
    status: "complete",
    provenance: { kind: "measured" },
    ...change,
  });

describe("whyNotComparable", () => {
  it("lets models differ", () => {
    const other = manifest({ model: { requested: "other", digest: "d" } });
    expect(whyNotComparable(manifest(), other)).toEqual([]);
  });

  it("takes the policy of a simulated run for its model, not for sampling", () => {
    const simulated = (policy: string) =>
      manifest({
        provenance: { kind: "simulated", spec_hash: "s" },
        protocol: { sampling: { policy } },
      });
    expect(whyNotComparable(simulated("tail"), simulated("uniform"))).toEqual([]);
    expect(whyNotComparable(simulated("tail"), manifest())).toEqual([]);
    const sampled = manifest({ protocol: { sampling: { top_p: 1 } } });
    expect(whyNotComparable(simulated("tail"), sampled)).toEqual(["sampling"]);
  });

  it("names what differs, and what only one of them knows", () => {
    expect(whyNotComparable(manifest(), manifest({ scorer: "publisher" }))).toEqual(["scorer"]);
    const known = manifest({ prompt_hash: "p", protocol: { temperature: 0, modes: ["direct"] } });
    expect(whyNotComparable(manifest(), known)).toEqual(["prompt", "temperature", "mode"]);
    expect(whyNotComparable(known, known)).toEqual([]);
  });
});

describe("outcomeParts", () => {
  const row: OutcomesRow = {
    run_id: "r",
    model: "m",
    benchmark: "b",
    mode: null,
    condition: null,
    scorer: "s",
    planned: 100,
    answered: 85,
    unparsed: 1,
    multiple: 2,
    out_of_range: 0,
    truncated: 3,
    prompt_truncated: 1,
    error: 4,
    missing: 4,
    series_id: "x",
    simulated: false,
  };
  const accuracy = { correct: 80 } as AccuracyRow;

  it("add up to planned, right and wrong answers apart", () => {
    const parts = outcomeParts(row, accuracy);
    expect(parts.map((part) => part.count)).toEqual([80, 5, 1, 2, 0, 3, 4, 1, 4]);
    expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(row.planned);
  });

  it("lead to their responses, but for those that are missing", () => {
    const [right, wrong] = outcomeParts(row, accuracy);
    expect(right).toMatchObject({ outcome: "answered", correct: true });
    expect(wrong).toMatchObject({ outcome: "answered", correct: false });
    expect(outcomeParts(row, accuracy).at(-1)).toMatchObject({ id: "missing", outcome: null });
  });
});
