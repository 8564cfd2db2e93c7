import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelOf, type LabelStyle } from "./labels";
import { nearestOption, readByLegacy, type Embed, type LegacyInput } from "./legacy-1";
import { inputOf, shortly } from "./testing";

const OPTIONS = ["iron", "gold", "water", "wood"];
/** Axes: the nearest option is the one whose word the text holds first; else none is nearer. */
const embed: Embed = (texts) =>
  Promise.resolve(
    texts.map((text) => [...OPTIONS.map((word) => (text.includes(word) ? 1 : 0)), 0.1]),
  );

const inputFor = (text: string, goldPos: number, rest: Partial<LegacyInput> = {}): LegacyInput => ({
  ...inputOf(text, { options: OPTIONS, ...rest }),
  gold_pos: goldPos,
});
async function read(text: string, goldPos: number, rest: Partial<LegacyInput> = {}) {
  const [reading] = await readByLegacy([inputFor(text, goldPos, rest)], embed);
  return reading!;
}
const short = async (...given: Parameters<typeof read>) => shortly(await read(...given));

describe("a label", () => {
  it.each([
    ["B", 2],
    ["**(b)**", 2],
    ["b) because it shines", 2],
    ["C: water", 3],
    ["The answer is D, and not A.", 4],
    ["I weighed A and settled on nothing", 1],
    ["<think>A or B?</think>D", 4],
  ])("of the key is believed: %s", async (text, goldPos) => {
    expect(await short(text, goldPos)).toBe(goldPos);
  });

  it("of another option goes to the nearest one, be that the key or not", async () => {
    // A strict scorer reads A here, which is wrong: the fallback turns it into the key.
    expect(await short("A gold", 2)).toBe(2);
    expect(await short("A gold", 3)).toBe(2);
    // Nothing is near to a letter: all are equally far, and the lower position is taken.
    expect(await short("C", 2)).toBe(1);
  });

  it("is looked for from the surest place to the loosest", async () => {
    // The declaration goes before the loose A, the opening before the declaration.
    expect((await read("A bad start. Answer: D", 4)).evidence?.text).toBe("Answer: D");
    expect((await read("B) wood. Answer: D", 2)).evidence?.text).toBe("B");
  });

  it("is an integer where integers label the options", async () => {
    const integers = { labels: "integers" as const };
    expect(await short("2", 2, integers)).toBe(2);
    expect(await short("3. water", 3, integers)).toBe(3);
    expect(await short("surely number 4", 4, integers)).toBe(4);
    expect(await short("3.5 metres of wood", 3, integers)).toBe(4);
  });
});

describe("the nearest option", () => {
  it("is taken however far it is, of equal ones the lower", () => {
    const options = [
      [0, -1],
      [1, 1],
      [2, 2],
    ];
    expect(nearestOption([1, 0], options)).toBe(2);
    expect(nearestOption([0, 1], [[0, -1], null])).toBe(1);
    expect(nearestOption([0, 1], [null, null])).toBeNull();
    expect(() => nearestOption([0, 0], options)).toThrow("vector of zeros");
  });

  it.each([
    ["overflow", 1e200],
    ["come to nothing", 1e-200],
    ["come to nothing times each other", 1e-162],
    ["are no numbers", NaN],
  ])("is not told of vectors whose lengths %s", (_, value) => {
    // Of both options the second is the nearest, in any scale that numbers hold.
    const options = (scale: number) => [
      [0, scale],
      [scale, 0],
    ];
    expect(nearestOption([1e100, 0], options(1e100))).toBe(2);
    expect(nearestOption([1e-100, 0], options(1e-100))).toBe(2);
    expect(() => nearestOption([value, 0], options(value))).toThrow("too large or too small");
  });

  it("is of the direction alone, whatever the lengths of vectors", () => {
    const vector = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 });
    const pointing = vector.filter((values) => values.some((value) => value !== 0));
    fc.assert(
      fc.property(
        pointing,
        fc.array(pointing, { minLength: 2, maxLength: 6 }),
        (reply, options) => {
          const doubled = options.map((option, i) => option.map((value) => value * 2 ** (i % 3)));
          const position = nearestOption(reply, options);
          expect(nearestOption(reply, doubled)).toBe(position);
          // By hand, without square roots: dot products with their signs, over squared lengths.
          const dot = (a: readonly number[], b: readonly number[]) =>
            a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
          const closeness = options.map((option) => {
            const product = dot(reply, option);
            return (Math.sign(product) * product * product) / dot(option, option);
          });
          expect(closeness[(position ?? 0) - 1]).toBeCloseTo(Math.max(...closeness), 9);
        },
      ),
    );
  });
});

describe("replies that cannot be read", () => {
  it("are those without a text, and those cut off in their reasoning", async () => {
    expect(await short("", 1)).toBe("unparsed");
    expect(await short(" \n", 1, { finish_reason: "length" })).toBe("truncated");
    expect(await short("<think>gold, so B", 2)).toBe("truncated");
  });

  it("do not stop where a reply was cut off: there is always a nearest option", async () => {
    expect(await short("it must be wood bec", 1, { finish_reason: "length" })).toBe(4);
  });
});

describe("what is embedded", () => {
  it("is each text once, its first thousand characters, and nothing where labels tell all", async () => {
    const asked: string[][] = [];
    const watched: Embed = (texts) => {
      asked.push([...texts]);
      return embed(texts);
    };
    await readByLegacy([inputFor("B", 2)], watched);
    expect(asked).toEqual([]);
    const long = `${"🜛".repeat(999)} wood`;
    await readByLegacy(
      [inputFor(long, 1), inputFor("is  it\nwater?", 1), inputFor("is it water?", 2)],
      watched,
    );
    expect(asked).toEqual([["🜛".repeat(999) + " ", ...OPTIONS, "is it water?"]]);
  });

  it("leaves an option without a text out of the comparison", async () => {
    expect(await short("wood", 1, { options: [" ", "iron", "wood"], n_options: 3 })).toBe(3);
  });
});

describe("any reply", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc
      .array(
        fc.constantFrom("A", "b)", "C.", "12", "Answer: ", "gold", " ", "\n", "<think>", "I"),
        {
          maxLength: 8,
        },
      )
      .map((parts) => parts.join("")),
  );

  it("is answered by the key's label, by the nearest option, or not at all", async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom<LabelStyle>("letters", "integers"),
        async (text, goldPos, labels) => {
          const { outcome, position, evidence } = await read(text, goldPos, { labels });
          expect(position !== null).toBe(outcome === "answered");
          expect(["answered", "unparsed", "truncated"]).toContain(outcome);
          if (position === null) return;
          expect(position).toBeGreaterThanOrEqual(1);
          expect(position).toBeLessThanOrEqual(4);
          expect(text.slice(evidence?.start, evidence?.end)).toBe(evidence?.text);
        },
      ),
    );
  });

  it("that is the key's label is right, in every case and wrapper", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom<LabelStyle>("letters", "integers"),
        fc.constantFrom<(label: string) => string>(
          (label) => label,
          (label) => label.toLowerCase(),
          (label) => `(${label})`,
          (label) => `**${label}**`,
          (label) => `\\boxed{${label}}`,
          (label) => `${label}.`,
          (label) => ` ${label}\n`,
        ),
        async (goldPos, labels, wrap) => {
          expect(await short(wrap(labelOf(goldPos, labels)), goldPos, { labels })).toBe(goldPos);
        },
      ),
    );
  });
});
