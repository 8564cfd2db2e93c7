import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrationSample } from "./calibration-sample";

const parsed = (path: string) => JSON.parse(readFileSync(path, "utf8")) as unknown;
const idsOf = (sample: ReturnType<typeof calibrationSample>) => sample.map(({ id }) => id);

const ids = fc.uniqueArray(fc.string({ unit: "grapheme", maxLength: 8 }), { maxLength: 30 });
const seeds = fc.integer({ min: 0, max: 999_999_999 });

describe("the calibration sample", () => {
  it("of the paired bundle begins as an independent program says", () => {
    const { questions } = parsed("tests/fixtures/paired.json") as { questions: { id: string }[] };
    const { calibration_first10: right } = parsed("tests/fixtures/paired.expected.json") as {
      calibration_first10: string[];
    };
    const all = questions.map(({ id }) => id);
    expect(idsOf(calibrationSample(all, 42, 10))).toEqual(right);
  });

  it("depends on the set of ids alone, not on their order or repeats", () => {
    fc.assert(
      fc.property(ids, seeds, fc.integer({ min: 1, max: 40 }), (given, seed, size) => {
        const sample = calibrationSample(given, seed, size);
        expect(calibrationSample([...given, ...given].reverse(), seed, size)).toEqual(sample);
        expect(sample).toHaveLength(Math.min(size, given.length));
        for (const { id } of sample) expect(given).toContain(id);
      }),
    );
  });

  it("is the beginning of every larger one, in ascending order of Node's own SHA-256", () => {
    fc.assert(
      fc.property(ids, seeds, (given, seed) => {
        const all = calibrationSample(given, seed, given.length + 1);
        for (const size of [1, 5])
          expect(calibrationSample(given, seed, size)).toEqual(all.slice(0, size));
        const hashes = given
          .map((id) => createHash("sha256").update(`${seed}\0${id}`, "utf8").digest("hex"))
          .sort();
        expect(all.map(({ hash }) => hash)).toEqual(hashes);
      }),
    );
  });
});
