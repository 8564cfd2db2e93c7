import { describe, expect, it } from "vitest";
import { NOTHING_MORE, type Correction, type Judgement } from "./audit";
import { corrected } from "./audit-corrections";

const { polarity, clarity, key_support, duplicates, section_fit, borrowed, notes } = NOTHING_MORE;
const record = (answers: number[] | null): Judgement => ({
  ...{ answers, polarity, clarity, key_support, duplicates, section_fit, borrowed, notes },
});
const correction = (given: Partial<Correction>): Correction => ({
  benchmark: "b",
  item_id: "q1",
  item_hash: null,
  record_set: "R2",
  list_hash: null,
  field: "answers",
  original: "[1]",
  revised: "[1,4]",
  reason: "option 5 holds as well",
  by: "reviewer 2",
  at: "2026-09-01T10:00:00Z",
  citation: null,
  ...given,
});

describe("corrections of a reviewer record", () => {
  it("are followed in the order of their time, whatever their order in the log", () => {
    const later = correction({ original: "[1,4]", revised: "null", at: "2026-09-02" });
    const first = correction({});
    const { judgement, followed, refused } = corrected(record([1]), [later, first], 5);
    expect(judgement.answers).toBeNull();
    expect(followed).toEqual([first, later]);
    expect(refused).toEqual([]);
  });

  it("of one time follow each other by what they say of the value before", () => {
    const second = correction({ original: "[1,4]", revised: "[4]" });
    const { judgement } = corrected(record([1]), [second, correction({})], 5);
    expect(judgement.answers).toEqual([4]);
  });

  it("of one time that contradict each other are all refused, whatever their order", () => {
    const one = correction({ revised: "[2]" });
    // The same instant in another zone.
    const other = correction({ revised: "[3]", at: "2026-09-01T12:00:00+02:00" });
    const apart = correction({ field: "notes", original: "null", revised: '"p. 4"' });
    const after = correction({ original: "[1]", revised: "[]", at: "2026-09-02" });
    for (const log of [
      [one, other, apart, after],
      [after, apart, other, one],
    ]) {
      const { judgement, followed, refused } = corrected(record([1]), log, 5);
      // The later one is of the value that still stands.
      expect(judgement).toEqual({ ...record([]), notes: "p. 4" });
      expect(followed).toEqual([apart, after]);
      expect(new Set(refused.map((each) => each.correction))).toEqual(new Set([one, other]));
      expect(refused.map(({ contradicted }) => contradicted)).toEqual([true, true]);
    }
  });

  it("of one time that make the same of a value do not contradict each other", () => {
    const second = correction({ by: "reviewer 3" });
    const { judgement, refused } = corrected(record([1]), [correction({}), second], 5);
    expect(judgement.answers).toEqual([1, 4]);
    expect(refused.map(({ contradicted }) => contradicted)).toEqual([false]);
  });

  it("take a set of answers as a set", () => {
    const { judgement } = corrected(
      record([1, 4]),
      [correction({ original: "[4,1,4]", revised: "[]" })],
      5,
    );
    expect(judgement.answers).toEqual([]);
  });

  it("are refused, and change nothing, where the original value does not stand there", () => {
    const wrong = correction({ original: "[2]" });
    const { judgement, followed, refused } = corrected(record([1]), [wrong], 5);
    expect(judgement.answers).toEqual([1]);
    expect(followed).toEqual([]);
    expect(refused).toEqual([
      {
        correction: wrong,
        reason: "its original value [2] is not what stands there, [1]",
        contradicted: false,
      },
    ]);
  });

  it("are refused where a value is none of the field", () => {
    const given = [
      correction({ field: "key_support", original: "null", revised: '"perhaps"' }),
      correction({ revised: "oops" }),
    ];
    const { judgement, refused } = corrected(record([1]), given, 5);
    expect(judgement).toEqual(record([1]));
    expect(refused.map(({ reason }) => reason)).toEqual([
      "its revised value is none of key_support",
      "its revised value is no JSON",
    ]);
  });

  it("are refused where they name an option that the item does not have", () => {
    const said = { valid: true, plausible: null, duplicate: null, incomplete_reference: null };
    const given = [
      // Five options: the last is 4.
      correction({ revised: "[1,5]" }),
      correction({
        field: "borrowed",
        original: "null",
        revised: JSON.stringify([{ option: 5, ...said }]),
      }),
      correction({ revised: "[1,4]", at: "2026-09-02" }),
    ];
    const { judgement, refused } = corrected(record([1]), given, 5);
    expect(judgement).toEqual(record([1, 4]));
    const reason = "its revised value names an option that the item does not have";
    expect(refused.map((one) => one.reason)).toEqual([reason, reason]);
  });

  it("fill in what was not told", () => {
    const { judgement } = corrected(
      record(null),
      [correction({ field: "polarity", original: "null", revised: '"negative"' })],
      5,
    );
    expect(judgement).toEqual({ ...record(null), polarity: "negative" });
  });
});
