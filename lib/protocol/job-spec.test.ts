import { describe, expect, it } from "vitest";
import { specProblems } from "./check";
import { jobSpecSchema, shownName, storedJobSpecSchema, type JobSpecInput } from "./job-spec";
import { finished } from "./steps";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "./testing";

const problemsOf = (...asked: Parameters<typeof specProblems>) => finished(specProblems(...asked));

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

  it("bounds the name of a job by its characters", () => {
    expect(messages({ name: "😀".repeat(200) })).toEqual([]);
    expect(messages({ name: "a".repeat(201) })).toEqual([
      "name: has 201 characters: a name has 200 at most",
    ]);
    // What was put down before names had a bound is still read.
    const long = { ...sampledSpec(), name: "a".repeat(201) };
    expect(storedJobSpecSchema.parse(long)).toEqual(long);
    expect(messages({ name: "" })).toEqual(["name: must not be empty"]);
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
    expect(problemsOf(sampledSpec(), sampledSet())).toEqual([]);
    expect(problemsOf(fixedSpec(), fixedSet())).toEqual([]);
    expect(problemsOf(fixedSpec({ conditions: null }), fixedSet())).toEqual([]);
  });

  it("names every reason why it cannot be asked", () => {
    const spec = sampledSpec({
      item_set: "ffffffffffffffff",
      environments: ["easy", "hard"],
      option_counts: [76, 77],
      prompt: "question-en",
    });
    expect(problemsOf(spec, sampledSet())).toEqual([
      "item_set: the job names ffffffffffffffff, and this set is 0123456789abcdef",
      "environment easy: 77 options need 77 sentences, and its pool has 76",
      'No environment "hard" in made for a test. There are: easy, full',
      "the prompt names {question}, but items of error identification have none",
    ]);
    expect(problemsOf(sampledSpec({ prompt: "error-fr" }), sampledSet())[0]).toMatch(
      /^No prompt "error-fr". There are: error-en, error-ko, error-tr,/,
    );
    expect(
      problemsOf(
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
    expect(problemsOf(fixedSpec({ conditions: ["ten-appended"] }), { ...fiveOnly, items })).toEqual(
      ["condition ten-appended: no item has anything to show"],
    );
  });

  it("names the first of the items that cannot be shown", () => {
    const base = fixedSet();
    // The stored key is a borrowed option, or none.
    const items = base.items.map((item, index) => ({ ...item, key: index < 10 ? 1 : null }));
    const five = fixedSpec({ conditions: ["five-original"] });
    expect(problemsOf(five, { ...base, items })[0]).toMatch(
      /^item q000, condition five-original, permutation none: the key is not among .*; and 15 more$/,
    );
    const twice = [...base.items, base.items[0]!];
    expect(problemsOf(five, { ...base, items: twice })).toEqual(["item q000 is there twice"]);
    const nameless = base.items.map((item) => ({ ...item, item_hash: null }));
    expect(problemsOf(five, { ...base, items: nameless }).at(-1)).toBe("and 15 more");
  });

  it("misses a place for a padding in a user's own prompt", () => {
    const spec = sampledSpec({ prompt: { text: "{options}" }, paddings: ["none", "symbol:back"] });
    expect(problemsOf(spec, sampledSet())).toEqual([
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

describe("a spec of nonsense", () => {
  const base = sampledSpec();
  it.each<[string, Partial<Record<keyof JobSpecInput, unknown>>]>([
    ["trials", { trials: -1 }],
    ["trials", { trials: 1.5 }],
    ["trials", { trials: Number.NaN }],
    ["trials", { trials: Number.POSITIVE_INFINITY }],
    ["trials", { trials: 1e15 }],
    ["option_counts.0", { option_counts: [1] }],
    ["option_counts.0", { option_counts: [1001] }],
    ["option_counts", { option_counts: [4, 4] }],
    ["option_counts", { option_counts: [] }],
    ["environments", { environments: Array.from({ length: 65 }, (_, i) => `e${i}`) }],
    ["conditions", { conditions: Array.from({ length: 65 }, (_, i) => `c${i}`) }],
    ["models", { models: Array.from({ length: 65 }, (_, i) => ({ host: "h", model: `m${i}` })) }],
    ["permutations", { permutations: 1e9 }],
    ["item_set", { item_set: "../../etc/passwd" }],
    ["name", { name: "a\u0000b" }],
    ["name", { name: "\uD800" }],
    ["models.0.model", { models: [{ host: "h", model: "m\u0000" }] }],
    ["decoding.max_tokens", { decoding: { max_tokens: 0 } }],
    ["limits.concurrency", { limits: { concurrency: 1e9 } }],
    ["limits.timeout_seconds", { limits: { timeout_seconds: -5 } }],
  ])("is refused by its field %s: %o", (path, over) => {
    expect(messages(over)[0]?.split(":")[0]).toBe(path);
  });

  it("takes no field from a prototype", () => {
    const text = JSON.stringify(base).replace(/^\{/, '{"__proto__": {"name": "x"}, ');
    const nameless = Object.fromEntries(Object.entries(base).filter(([field]) => field !== "name"));
    const polluted = JSON.stringify(nameless).replace(/^\{/, '{"__proto__": {"name": "x"}, ');
    for (const one of [text, polluted])
      expect(jobSpecSchema.safeParse(JSON.parse(one)).success).toBe(false);
  });
});
