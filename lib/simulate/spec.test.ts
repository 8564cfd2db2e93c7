import { describe, expect, it } from "vitest";
import { cellsOf, itemIdsOf, responsesPerModel, simulationSpecSchema } from "./spec";

const given = {
  seed: 7,
  models: [{ name: "c", policy: "content", a: 0.9, s: 0.1 }],
  environments: ["easy", "full"],
  n_options: [4, 10],
  items: 3,
  trials: 5,
  paddings: ["symbol:front", "none"],
  padded_trials: 2,
};

function messages(spec: unknown): string[] {
  const result = simulationSpecSchema.safeParse(spec);
  return (result.error?.issues ?? []).map((i) => `${i.path.join(".")}: ${i.message}`);
}

describe("simulation spec", () => {
  it("reads the contract's fields and fills what may be left out", () => {
    const spec = simulationSpecSchema.parse(given);
    expect(spec.seed).toBe("7");
    expect(spec.models[0]).toMatchObject({ invalid: 0 });
    expect(cellsOf(spec)).toHaveLength(2 * 2 * 2);
    expect(responsesPerModel(spec)).toBe(2 * 2 * 3 * (5 + 2));
  });

  it("names what it refuses", () => {
    expect(messages({ ...given, models: [{ ...given.models[0], policy: "tail" }] })).toEqual([
      "models.0.q: the policies primacy and tail need the ratio q",
    ]);
    expect(messages({ ...given, environments: ["easy", "hard"] })[0]).toMatch(/environments\.1/);
    expect(messages({ ...given, n_options: [4, 4] })).toEqual(["n_options: a value stands twice"]);
    expect(messages({ ...given, paddings: ["symbol"] })[0]).toMatch(/paddings\.0: not none/);
    expect(messages({ ...given, models: [given.models[0], given.models[0]] })).toEqual([
      "models: two models have one name",
    ]);
    expect(messages({ ...given, models: [{ ...given.models[0], name: "\uFEFFc" }] })).toEqual([
      "models.0.name: begins with a byte-order mark",
    ]);
    expect(messages({ ...given, trails: 5 })[0]).toMatch(/trails/);
  });

  it("leaves out padded cells without trials", () => {
    const spec = simulationSpecSchema.parse({ ...given, padded_trials: 0 });
    expect(cellsOf(spec).map((c) => c.padding)).toEqual(["none", "none", "none", "none"]);
  });

  it("writes item ids that sort as they count", () => {
    expect(itemIdsOf(2)).toEqual(["T01", "T02"]);
    expect(itemIdsOf(100).at(0)).toBe("T001");
  });
});
