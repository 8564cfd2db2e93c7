import { describe, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { stagedAudit } from "@/lib/records/audit-stage";
import { importTexts } from "@/lib/records/testing";
import { readSheet, type Sheet } from "./sheet";
import {
  canLock,
  correct,
  draft,
  endSecond,
  fillSecond,
  lock,
  mergedWork,
  NO_WORK,
  progressOf,
  sayInstead,
  standing,
  toggle,
  workLines,
  workOn,
  workSchema,
} from "./work";

const AT = "2026-11-30T12:00:00.000Z";
const LATER = "2026-11-30T13:00:00.000Z";
const option = (text: string, origin: "original" | "borrowed") => ({ text, origin });
const item = (item_id: string) => ({
  item_id,
  item_hash: "h",
  section: "Tarih",
  stratum: '["Tarih",false]',
  weight: 2.5,
  stem: "Which?",
  options: [option("one", "original"), option("two", "original"), option("three", "borrowed")],
  key: 1,
  order: [2, 0, 1],
});
const sheet: Sheet = {
  kind: "foilscope-audit-sheet",
  version: 1,
  benchmark: "b",
  record_set: "R1",
  item_set: null,
  condition: "ten-permuted",
  seed: "42",
  per_stratum: 2,
  population: 5,
  items: [item("q1"), item("q2")],
};
/** printf '["list","one","two","three"]' | sha256sum | cut -c1-16 */
const LIST = "26948771f4404a67";
const NOTHING = {
  ...{ answers: null, polarity: null, clarity: null, key_support: null, duplicates: null },
  ...{ section_fit: null, borrowed: null, notes: null, locked_at: null },
};
const [q1] = sheet.items as [Sheet["items"][number]];

describe("work on a sheet", () => {
  it("locks a set of answers for good", () => {
    let work = toggle(toggle(NO_WORK, "q1", 2), "q1", 1);
    work = draft(work, "q1", { polarity: "negative" });
    expect(standing(sheet, q1, work)).toBeNull();
    work = lock(work, "q1", AT);
    expect(workOn(work, "q1").first).toEqual({
      answers: [1, 2],
      polarity: "negative",
      locked_at: AT,
    });
    expect(toggle(work, "q1", 0)).toBe(work);
    expect(sayInstead(work, "q1", "none")).toBe(work);
    expect(lock(work, "q1", LATER)).toBe(work);
    expect(workSchema.parse(JSON.parse(JSON.stringify(work)))).toEqual(work);
  });

  it("takes choosing nothing for no answer, and “none” and “cannot tell” for two", () => {
    expect(canLock(workOn(NO_WORK, "q1"))).toBe(false);
    expect(lock(NO_WORK, "q1", AT)).toBe(NO_WORK);
    const none = lock(sayInstead(toggle(NO_WORK, "q1", 0), "q1", "none"), "q1", AT);
    expect(workOn(none, "q1").first?.answers).toEqual([]);
    const unresolved = lock(sayInstead(NO_WORK, "q1", "unresolved"), "q1", AT);
    expect(workOn(unresolved, "q1").first?.answers).toBeNull();
    const again = toggle(sayInstead(NO_WORK, "q1", "none"), "q1", 2);
    expect(workOn(again, "q1").draft).toEqual({ answers: [2], instead: null, polarity: null });
  });

  it("opens the second pass with the lock, and closes it when it is ended", () => {
    expect(fillSecond(NO_WORK, "q1", { key_support: true })).toBe(NO_WORK);
    let work = lock(toggle(NO_WORK, "q1", 1), "q1", AT);
    work = fillSecond(work, "q1", { key_support: true, clarity: "clear" });
    expect(standing(sheet, q1, work)).toMatchObject({ answers: [1], key_support: null });
    work = endSecond(work, "q1", LATER);
    expect(standing(sheet, q1, work)).toMatchObject({ key_support: true, clarity: "clear" });
    expect(fillSecond(work, "q1", { key_support: false })).toBe(work);
    expect(progressOf(sheet, work)).toEqual({ items: 2, locked: 1, ended: 1 });
  });

  it("changes what is locked by a correction with its reason alone", () => {
    const change = {
      field: "answers",
      revised: [1, 2],
      reason: "three holds too",
      at: LATER,
    } as const;
    expect(() => correct(sheet, q1, NO_WORK, change)).toThrow("nothing is locked yet");
    const locked = lock(toggle(NO_WORK, "q1", 1), "q1", AT);
    expect(() => correct(sheet, q1, locked, { ...change, reason: " " })).toThrow("its reason");
    expect(() => correct(sheet, q1, locked, { ...change, revised: [1] })).toThrow(
      "changes nothing",
    );
    const work = correct(sheet, q1, locked, change);
    expect(workOn(work, "q1").first?.answers).toEqual([1]);
    expect(standing(sheet, q1, work)?.answers).toEqual([1, 2]);
  });

  it("exports every item, unresolved until it is locked, and it imports to the same records and log", async () => {
    let work = { ...NO_WORK, reviewer: "Ada" };
    work = lock(toggle(work, "q1", 1), "q1", AT);
    work = fillSecond(work, "q1", {
      duplicates: false,
      borrowed: [
        { option: 2, valid: false, plausible: true, duplicate: null, incomplete_reference: null },
      ],
    });
    work = endSecond(work, "q1", AT);
    work = correct(sheet, q1, work, {
      ...{ field: "answers", revised: [1, 2], reason: "three holds too", at: LATER },
    });
    work = toggle(work, "q2", 0);
    const engine = await openNodeEngine();
    const { rejectCount } = await importTexts(engine, { "R1.jsonl": workLines(sheet, work) });
    expect(rejectCount).toBe(0);
    const { records, corrections } = await stagedAudit(engine);
    await engine.close();
    expect(records).toEqual([
      {
        ...{ benchmark: "b", item_id: "q1", item_hash: "h", record_set: "R1" },
        ...{ list_hash: LIST, stratum: '["Tarih",false]', weight: 2.5, answers: "[1]" },
        ...{ polarity: null, clarity: null, key_support: null, duplicates: false },
        ...{ section_fit: null, notes: null, reviewer: "Ada", locked_at: AT },
        borrowed: JSON.stringify([
          { option: 2, valid: false, plausible: true, duplicate: null, incomplete_reference: null },
        ]),
      },
      // What is only drafted is said by nobody.
      {
        ...{ benchmark: "b", item_id: "q2", item_hash: "h", record_set: "R1" },
        ...{
          list_hash: LIST,
          stratum: '["Tarih",false]',
          weight: 2.5,
          reviewer: "Ada",
          ...NOTHING,
        },
      },
    ]);
    expect(corrections).toEqual([
      {
        ...{ benchmark: "b", item_id: "q1", item_hash: "h", record_set: "R1", field: "answers" },
        ...{ original: "[1]", revised: "[1,2]", reason: "three holds too", by: "Ada" },
        ...{ at: LATER, citation: null, list_hash: LIST },
      },
    ]);
  });
});

describe("two works on one sheet", () => {
  it("are one: of each item what is further on, its own where they are even", () => {
    const locked = (at: string, option: number) => lock(toggle(NO_WORK, "q1", option), "q1", at);
    const own = toggle(locked(AT, 0), "q2", 1);
    const other = toggle(toggle(locked(LATER, 2), "q2", 3), "q3", 0);
    const merged = mergedWork(own, { ...other, reviewer: "Ada" });
    expect(workOn(merged, "q1").first).toMatchObject({ answers: [0], locked_at: AT });
    expect(workOn(merged, "q2").draft.answers).toEqual([1]);
    expect(workOn(merged, "q3").draft.answers).toEqual([0]);
    expect(merged.reviewer).toBe("Ada");
    // What is locked there and only drafted here is taken from there.
    const drafted = toggle(NO_WORK, "q1", 1);
    expect(workOn(mergedWork(drafted, other), "q1").first?.answers).toEqual([2]);
    const ended = endSecond(locked(LATER, 2), "q1", LATER);
    expect(workOn(mergedWork(own, ended), "q1").second_at).toBe(LATER);
  });
});

describe("a sheet", () => {
  const text = (change: object) => JSON.stringify({ ...sheet, ...change });
  it("reads what was written", () => {
    expect(readSheet(text({}))).toEqual(sheet);
  });

  it.each([
    ["{", /^it is not JSON/],
    ["[]", /^it: /],
    [text({ more: 1 }), /^it: .*"more"/],
    [text({ kind: "other" }), /^kind: /],
    [text({ kind: "other", version: 2 }), /^kind: /],
    [
      text({ version: 2, more: 1 }),
      /^another version .* a sheet of version 2, this one reads .* 1$/,
    ],
    [text({ version: "1" }), /^version: /],
    [text({ items: [{ ...q1, key: 3 }] }), /^items\.0\.key: is beyond the options$/],
    [text({ items: [{ ...q1, order: [0, 2] }] }), /^items\.0\.order: does not show the key$/],
    [text({ items: [{ ...q1, weight: 1e308 }] }), /^items\.0\.weight: /],
    [text({ items: [{ ...q1, weight: 0.5 }] }), /^items\.0\.weight: /],
    [text({ items: [q1, q1] }), /^items: q1 stands twice$/],
  ])("is refused by what is wrong with it: %#", (given, says) => {
    expect(() => readSheet(given)).toThrow(says);
  });
});
