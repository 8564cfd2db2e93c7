import { describe, expect, it } from "vitest";
import { specProblems } from "./check";
import { jobSpecSchema, shownName, type JobSpecInput } from "./job-spec";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "./testing";

const messages = (over: Partial<Record<keyof JobSpecInput, unknown>>) => {
  const parsed = jobSpecSchema.safeParse({ ...sampledSpec(), ...over });
  return parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
};

describe("a job spec", () => {
  it("fills in what is left out, and parses to itself", () => {
    const spec = sampledSpec();
    expect(spec).toMatchObject({ paddings: ["none"], adaptive: null, sampling: "synchronised" });
    expect(jobSpecSchema.parse(spec)).toEqual(spec);
  });

  it("says what is wrong with a user's own prompt", () => {
    expect(messages({ prompt: { text: "Which?" } })).toEqual([
      "prompt.text: the prompt shows no options: {options} is missing",
    ]);
    expect(messages({ prompt: { text: "{options} {options}" } })).toEqual([
      "prompt.text: the prompt names {options} more than once",
    ]);
    expect(messages({ prompt: { text: "{options} {item}" } })[0]).toContain(
      "there is no placeholder {item}. There are {options}, {question},",
    );
    expect(messages({ prompt: { text: "{options} in \\boxed{X} or {{item}}" } })).toEqual([]);
  });

  it("refuses a padding, a scorer and a stopping rule that there are none of", () => {
    expect(messages({ paddings: ["essay:front"] })[0]).toMatch(/^paddings\.0: .*"symbol:front"/);
    expect(messages({ scorer: "mine" })[0]).toMatch(/^scorer: .*"index-1"/);
    expect(messages({ label_style: "letters" })).toEqual([
      "scorer: index-1 reads numbers: the label style must be integers",
    ]);
    expect(messages({ adaptive: {}, trials: 1001 })).toEqual([
      "trials: the stopping rule looks at 1000 trials at most, not 1001",
    ]);
    expect(messages({ models: [0, 1].map(() => ({ host: "h", model: "m" })) })).toEqual([
      "models: names one model of one host twice",
    ]);
    expect(messages({ option_counts: [4, 4] })).toEqual(["option_counts: names one value twice"]);
  });
});

describe("a job against its item set", () => {
  it("finds nothing where they fit", () => {
    expect(specProblems(sampledSpec(), sampledSet())).toEqual([]);
    expect(specProblems(fixedSpec(), fixedSet())).toEqual([]);
    expect(specProblems(fixedSpec({ conditions: null }), fixedSet())).toEqual([]);
  });

  it("names every reason why it cannot be asked", () => {
    const spec = sampledSpec({
      item_set: "ffffffffffffffff",
      environments: ["easy", "hard"],
      option_counts: [76, 77],
      prompt: "question-en",
    });
    expect(specProblems(spec, sampledSet())).toEqual([
      "item_set: the job names ffffffffffffffff, and this set is 0123456789abcdef",
      "environment easy: 77 options need 77 sentences, and its pool has 76",
      'No environment "hard" in made for a test. There are: easy, full',
      "the prompt names {question}, but items of error identification have none",
    ]);
    expect(specProblems(sampledSpec({ prompt: "error-fr" }), sampledSet())[0]).toMatch(
      /^No prompt "error-fr". There are: error-en, error-ko, error-tr,/,
    );
    expect(
      specProblems(
        fixedSpec({ option_counts: [4], environments: ["easy"], conditions: ["nine"] }),
        fixedSet(),
      ),
    ).toEqual([
      "environments: items with options of their own have no pool to draw from",
      "option_counts: the items' own options decide N; leave it out",
      'No condition "nine" in made for a test. There are: five-original, ten-appended, ten-interleaved, ten-permuted',
    ]);
    const fiveOnly = fixedSet();
    const items = fiveOnly.items.map((item) => ({
      ...item,
      options: item.options.filter(({ origin }) => origin === "original"),
    }));
    expect(
      specProblems(fixedSpec({ conditions: ["ten-appended"] }), { ...fiveOnly, items }),
    ).toEqual(["condition ten-appended: no item has anything to show"]);
  });

  it("names the first of the items that cannot be shown", () => {
    const base = fixedSet();
    // The stored key is a borrowed option, or none.
    const items = base.items.map((item, index) => ({ ...item, key: index < 10 ? 1 : null }));
    const five = fixedSpec({ conditions: ["five-original"] });
    expect(specProblems(five, { ...base, items })[0]).toMatch(
      /^item q000, condition five-original, permutation none: the key is not among .*; and 15 more$/,
    );
    const twice = [...base.items, base.items[0]!];
    expect(specProblems(five, { ...base, items: twice })).toEqual(["item q000 is there twice"]);
    const nameless = base.items.map((item) => ({ ...item, item_hash: null }));
    expect(specProblems(five, { ...base, items: nameless }).at(-1)).toBe("and 15 more");
  });

  it("misses a place for a padding in a user's own prompt", () => {
    const spec = sampledSpec({ prompt: { text: "{options}" }, paddings: ["none", "symbol:back"] });
    expect(specProblems(spec, sampledSet())).toEqual([
      "the prompt has no place for a padding at the back: {padding_back} is missing",
    ]);
  });
});

describe("the name that a model is shown by", () => {
  const shown = (...models: { host: string; model: string; display?: string }[]) => {
    const spec = sampledSpec({ models });
    return spec.models.map((_, index) => shownName(spec, index));
  };

  it("is its display name, else the host's name for it", () => {
    const models = [
      { host: "a", model: "m" },
      { host: "a", model: "n", display: "N" },
    ];
    expect(shown(...models)).toEqual(["m", "N"]);
  });

  it("holds the host where two would be called alike", () => {
    const models = [
      { host: "a", model: "m" },
      { host: "b", model: "m" },
      { host: "c", model: "m", display: "third" },
    ];
    expect(shown(...models)).toEqual(["m (a)", "m (b)", "third"]);
    expect(shown({ host: "a", model: "m" }, { host: "b", model: "n", display: "m" })).toEqual([
      "m (a)",
      "m",
    ]);
  });
});
