import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts } from "@/lib/records/testing";
import { workspaceOf } from "@/tests/helpers/stage";
import { AUDIT_CORRECTIONS, AUDIT_RECORDS } from "./audit-records";
import { METRICS } from "./registry";
import type { MetricOptions, Workspace } from "./workspace";

let engine: Engine;
beforeEach(async () => {
  engine = await openNodeEngine();
});
afterEach(() => engine.close());

/** Four options: the key x, y, and the borrowed b and a, in the order of the item's list. */
const question = (id: string, negative: boolean) => ({
  id,
  section: "s",
  negative,
  five: { options: ["x", "y"], gold: 0, resp: 0 },
  ten: {
    options: [
      { text: "b", origin: "B" },
      { text: "y", origin: "O" },
      { text: "x", origin: "O" },
      { text: "a", origin: "B" },
    ],
    gold: 2,
    resp: 2,
  },
});
const QUESTIONS = [question("q1", true), question("q2", false), question("q3", false)];
const record = (item_id: string, answers: readonly number[] | null, more: object = {}) => ({
  ...{ kind: "record", benchmark: "imported", item_id, record_set: "R2", stratum: "s", weight: 2 },
  answers,
  ...more,
});
const correction = (item_id: string, original: unknown, revised: unknown, more: object = {}) => ({
  ...{ kind: "correction", benchmark: "imported", item_id, record_set: "R2", field: "answers" },
  ...{ original, revised, reason: "why", by: "Ada", at: "2026-09-01", citation: "R1" },
  ...more,
});

async function open(...lines: readonly object[]): Promise<Workspace> {
  const { runs, rejects } = await importTexts(engine, {
    "b.json": JSON.stringify({ questions: QUESTIONS }),
    "a.jsonl": lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  });
  expect(rejects).toEqual([]);
  return workspaceOf(
    engine,
    runs.map(({ manifest }) => manifest),
  );
}
const NO_FILTERS: MetricOptions = { filters: [] };
const told = async (workspace: Workspace) =>
  (await METRICS.warnings.run(workspace, NO_FILTERS))
    .filter(({ code }) => code !== "paired_by_id")
    .map(({ code, message }) => `${code}: ${message.slice(message.lastIndexOf(": ") + 2)}`);

describe("reviewer records with corrections", () => {
  it("count as corrected, and keep what was said first", async () => {
    const workspace = await open(
      record("q1", [0], { polarity: "negative", key_support: true }),
      record("q2", [0]),
      record("q3", [3]),
      correction("q1", [0], [0, 2]),
      correction("q2", [0], null),
      correction("q3", null, "nonnegative", { field: "polarity" }),
    );
    const records = await AUDIT_RECORDS.run(workspace, NO_FILTERS);
    expect(
      records.map((one) => [
        ...[one.item_id, one.stem_negative, one.status, one.answers, one.key_and_borrowed],
        ...[one.first_status, one.first_answers, one.polarity, one.key_support],
      ]),
    ).toEqual([
      ["q1", true, "multiple", [0, 2], true, "unique_source_key", [0], "negative", true],
      ["q2", false, "unresolved", null, false, "unique_source_key", [0], null, null],
      [
        "q3",
        false,
        "single_alternative",
        [3],
        false,
        "single_alternative",
        [3],
        "nonnegative",
        null,
      ],
    ]);
    const [classes] = await METRICS.audit.run(workspace, NO_FILTERS);
    // Three items of weight 2: one of each class; the unresolved one may be of any.
    expect(classes).toMatchObject({ n: 3, total_weight: 6 });
    expect(classes?.classes.unique_source_key.count).toBe(0);
    expect(classes?.key_plus_borrowed).toMatchObject({ count: 1 });
    expect(classes?.key_plus_borrowed.range_pct?.[0]).toBeCloseTo(100 / 3, 9);
    expect(classes?.key_plus_borrowed.range_pct?.[1]).toBeCloseTo(200 / 3, 9);
    const log = await AUDIT_CORRECTIONS.run(workspace, NO_FILTERS);
    expect(log.map((one) => [one.item_id, one.field, one.citation, one.followed])).toEqual([
      ["q1", "answers", "R1", true],
      ["q2", "answers", "R1", true],
      ["q3", "polarity", "R1", true],
    ]);
    expect(await told(workspace)).toEqual([]);
  });

  it("are logged in the order of time, whatever their zones", async () => {
    // Half past four, one and four o'clock of the 21st in UTC; then its midnight, a day alone.
    const times = [
      "2026-09-20T23:30:00-05:00",
      "2026-09-21T01:00:00Z",
      "2026-09-21T06:00:00+02:00",
      "2026-09-21",
    ];
    const workspace = await open(
      record("q1", [0]),
      ...times.map((at, i) => correction("q1", [i], [i + 1], { at })),
    );
    const log = await AUDIT_CORRECTIONS.run(workspace, NO_FILTERS);
    expect(log.map(({ at }) => at)).toEqual([3, 1, 2, 0].map((i) => times[i]));
  });

  it("follow no correction whose original does not stand there, and say so", async () => {
    const workspace = await open(record("q1", [0]), correction("q1", [1], [1, 2]));
    const [one] = await AUDIT_RECORDS.run(workspace, NO_FILTERS);
    expect(one).toMatchObject({ status: "unique_source_key", answers: [0] });
    const log = await AUDIT_CORRECTIONS.run(workspace, NO_FILTERS);
    expect(log.map(({ followed }) => followed)).toEqual([false]);
    expect(await told(workspace)).toEqual(["corrections_astray: answers of q1 in R2"]);
  });

  it("follow none of two corrections of one time that contradict each other, and name both", async () => {
    const workspace = await open(
      record("q1", [0]),
      correction("q1", [0], [1]),
      correction("q1", [0], [3], { by: "Bob" }),
    );
    expect(await AUDIT_RECORDS.run(workspace, NO_FILTERS)).toMatchObject([
      { status: "unique_source_key", answers: [0] },
    ]);
    expect(await told(workspace)).toEqual([
      "corrections_contrary: answers of q1 in R2 from [0] to [1] by Ada, answers of q1 in R2 from [0] to [3] by Bob",
    ]);
  });

  it("count as given where a correction names no option, and are left out where they do", async () => {
    const borrowed = (option: number) => [
      { option, valid: true, plausible: null, duplicate: null, incomplete_reference: null },
    ];
    // Four options: the last is 3.
    const workspace = await open(
      record("q1", [0], { borrowed: borrowed(3) }),
      correction("q1", [0], [0, 4]),
      record("q2", [0], { borrowed: borrowed(4) }),
      record("q3", [0]),
      correction("q3", null, borrowed(4), { field: "borrowed" }),
    );
    const records = await AUDIT_RECORDS.run(workspace, NO_FILTERS);
    expect(records.map((one) => [one.item_id, one.status, one.borrowed])).toEqual([
      ["q1", "unique_source_key", borrowed(3)],
      ["q3", "unique_source_key", null],
    ]);
    expect(await told(workspace)).toEqual([
      "audit_beyond_options: q2 in R2",
      "corrections_astray: answers of q1 in R2, borrowed of q3 in R2",
    ]);
  });

  it("are left out by name where they contradict each other or name no option", async () => {
    const workspace = await open(
      ...[record("q1", [0]), record("q1", [1]), record("q2", [4]), record("q3", [])],
      correction("q9", [0], [1]),
    );
    const records = await AUDIT_RECORDS.run(workspace, NO_FILTERS);
    expect(records.map((one) => [one.item_id, one.status])).toEqual([["q3", "no_answer"]]);
    expect(await told(workspace)).toEqual([
      "contradictory_audit: q1 in R2",
      "audit_beyond_options: q2 in R2",
      "corrections_astray: answers of q9 in R2",
    ]);
  });

  it("are left out by name where an earlier import let in a weight that no sum can hold", async () => {
    const { runs } = await importTexts(engine, {
      "b.json": JSON.stringify({ questions: QUESTIONS }),
      "a.jsonl": [record("q1", [0]), record("q2", [0])]
        .map((one) => JSON.stringify(one))
        .join("\n"),
    });
    await engine.exec("UPDATE stage.audit SET weight = 1e308 WHERE item_id = 'q2'");
    const manifests = runs.map(({ manifest }) => manifest);
    const workspace = await workspaceOf(engine, manifests);
    expect(await METRICS.audit.run(workspace, NO_FILTERS)).toMatchObject([
      { n: 1, total_weight: 2 },
    ]);
    expect(await told(workspace)).toEqual(["audit_weight: q2 in R2"]);
  });

  it("that are not locked yet are unresolved, and filled by what is locked later", async () => {
    const unlocked = { locked_at: null, reviewer: "Ada" };
    const at = { locked_at: "2026-09-01T10:00:00Z", reviewer: "Ada" };
    const first = [
      record("q1", [0], at),
      record("q2", null, unlocked),
      record("q3", null, unlocked),
    ];
    const [early] = await METRICS.audit.run(await open(...first), NO_FILTERS);
    // Three items of weight 2, one of them resolved: 2/6 and 4/6 of the weight.
    expect(early).toMatchObject({ n: 3, total_weight: 6 });
    expect(early?.classes.unique_source_key).toMatchObject({ count: 1 });
    expect(early?.classes.unresolved.count).toBe(2);
    expect(early?.classes.unresolved.weighted_pct).toBeCloseTo(200 / 3, 9);
    expect(early?.key_plus_borrowed.range_pct?.[1]).toBeCloseTo(200 / 3, 9);

    const workspace = await open(...first, record("q2", [0, 2], at), record("q3", null, at));
    const [late] = await METRICS.audit.run(workspace, NO_FILTERS);
    expect(late).toMatchObject({ n: 3, total_weight: 6 });
    expect(late?.classes).toMatchObject({ multiple: { count: 1 }, unresolved: { count: 1 } });
    expect(await told(workspace)).toEqual([]);
  });

  it("contradict each other where one was locked as unresolved and one with answers", async () => {
    const workspace = await open(
      record("q1", null, { locked_at: "2026-09-01" }),
      record("q1", [0], { locked_at: "2026-09-02" }),
      record("q2", null),
      record("q2", [0]),
    );
    expect(await AUDIT_RECORDS.run(workspace, NO_FILTERS)).toEqual([]);
    expect(await told(workspace)).toEqual(["contradictory_audit: q1 in R2, q2 in R2"]);
  });

  it("are one record where a later file says what an earlier one left open", async () => {
    const workspace = await open(
      record("q1", [0]),
      record("q1", [0], { key_support: false, notes: "see p. 4" }),
    );
    const records = await AUDIT_RECORDS.run(workspace, NO_FILTERS);
    expect(records).toMatchObject([{ item_id: "q1", key_support: false, notes: "see p. 4" }]);
    expect(await told(workspace)).toEqual([]);
  });
});
