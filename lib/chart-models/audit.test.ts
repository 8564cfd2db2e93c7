import { describe, expect, it } from "vitest";
import type { AuditCorrectionRow, AuditRecordRow } from "@/lib/metrics/audit-records";
import { RECORDED_POLARITIES, STEM_FLAGS, type AuditSectionRow } from "@/lib/metrics/question-rows";
import { auditBenchmarks, listKey, listOfKey, prepareAudit } from "./audit";
import { agreements, agreementTable } from "./audit-agreement";
import { correctionTable } from "./audit-log";
import { polarityTable } from "./audit-polarity";
import { hasSecondPass, secondPassTable } from "./audit-second-pass";
import { auditTable, PUBLISHED_GROUP } from "./audit-table";
import { publishedSets } from "./published-audit";

const part = (count: number, weighted_pct: number | null) => ({ count, weighted_pct });
type Held = Partial<Record<(typeof RECORDED_POLARITIES)[number], readonly [number, number]>>;
/** Counts and weights by flag and recorded polarity, none where nothing is given. */
const polarityOf = (given: Partial<Record<(typeof STEM_FLAGS)[number], Held>>) =>
  Object.fromEntries(
    STEM_FLAGS.map((flag) => [
      flag,
      Object.fromEntries(
        RECORDED_POLARITIES.map((name) => {
          const [count, weight] = given[flag]?.[name] ?? [0, 0];
          return [name, { count, weight }];
        }),
      ),
    ]),
  ) as AuditSectionRow["polarity"];
const section = (record_set: string, over: Partial<AuditSectionRow> = {}): AuditSectionRow => ({
  benchmark: "b",
  record_set,
  n: 4,
  total_weight: 10,
  classes: {
    unique_source_key: part(1, 50),
    multiple: part(1, 20),
    single_alternative: part(0, 0),
    no_answer: part(0, 0),
    unresolved: part(2, 30),
  },
  key_plus_borrowed: { ...part(1, 20), range_pct: [20, 50] },
  polarity: polarityOf({ unflagged: { not_recorded: [4, 10] } }),
  ...over,
});
const record = (given: Partial<AuditRecordRow>): AuditRecordRow => ({
  benchmark: "b",
  record_set: "R1",
  item_id: "q1",
  section: "s",
  stem_negative: false,
  weight: 1,
  status: "unique_source_key",
  key_and_borrowed: false,
  answers: [0],
  first_status: "unique_source_key",
  first_answers: [0],
  polarity: null,
  clarity: null,
  key_support: null,
  duplicates: null,
  section_fit: null,
  borrowed: null,
  notes: null,
  ...given,
});
const correction = (given: Partial<AuditCorrectionRow>): AuditCorrectionRow => ({
  benchmark: "b",
  item_id: "q1",
  record_set: "R2",
  field: "answers",
  original: "[0]",
  revised: "[0,2]",
  reason: "why",
  by: "Ada",
  at: "2026-09-01",
  citation: null,
  followed: true,
  ...given,
});
const values = (cells: Readonly<Record<string, { readonly value: unknown }>>, ...ids: string[]) =>
  ids.map((id) => cells[id]?.value);

describe("classes by record set", () => {
  const one = auditBenchmarks([section("R2"), section("R1")], []);

  it("have the missing range up to all of the unresolved", () => {
    const { columns, rows, groups } = auditTable(one, false);
    expect(columns.map(({ label }) => label)).toEqual([
      ...["Answers", "Benchmark", "R1 n", "R1 weighted %", "R1 missing range"],
      ...["R2 n", "R2 weighted %", "R2 missing range"],
    ]);
    expect(groups).toEqual([]);
    expect(rows.map(({ cells }) => values(cells, "count_1", "pct_1", "range_1"))).toEqual([
      [1, 50, [50, 80]],
      [1, 20, [20, 50]],
      [0, 0, [0, 30]],
      [0, 0, [0, 30]],
      [2, 30, null],
      [1, 20, [20, 50]],
    ]);
  });

  it("say what each percentage stands on, and where sets do not have the same items", () => {
    expect(auditTable(one, false).remarks?.[0]).toBe(
      "R1 has 4 items of weight 10.0, R2 has 4 items of weight 10.0.",
    );
    const records = ["q1", "q2", "q3", "q4", "q5"].map((item_id) => record({ item_id }));
    const uneven = auditBenchmarks([section("R1", { n: 5 }), section("R2")], records);
    expect(auditTable(uneven, false).remarks?.join(" ")).toContain("do not have the same items");
    expect(auditTable(one, false).remarks?.join(" ")).not.toContain("do not have the same items");
  });

  it("stand above what the paper printed", () => {
    const { rows, groups } = auditTable(one, true);
    expect(groups.map(({ id }) => id)).toEqual(["b", PUBLISHED_GROUP]);
    const published = rows.filter(({ group }) => group === PUBLISHED_GROUP);
    // Table 7 of the Turkish MMLU-Pro paper.
    expect(
      published.map(({ cells }) => values(cells, "part", "count_1", "pct_1", "count_2", "pct_2")),
    ).toEqual([
      ["Unique source key", 152, 80.8, 119, 68.1],
      ["Multiple answers", 47, 18.8, 31, 14.9],
      ["Single alternative", 1, 0.5, 25, 9],
      ["Unresolved", 0, 0, 25, 8],
      ["Key + borrowed answer", 43, 15.6, 15, 6.3],
    ]);
    expect(values(published[0]!.cells, "range_1")).toEqual([null]);
    // Appendix D: of R2's key and borrowed answers alone.
    expect(published.map(({ cells }) => values(cells, "range_1", "range_2"))).toEqual([
      ...Array.from({ length: 4 }, () => [null, null]),
      [null, [6.3, 14.3]],
    ]);
  });

  it("are shares of the weight in the figure, with a whisker only where something is missing", () => {
    const whole = section("R3", {
      classes: { ...section("R3").classes, unresolved: part(0, 0) },
      key_plus_borrowed: { ...part(1, 20), range_pct: [20, 20] },
    });
    const [panel] = prepareAudit(auditBenchmarks([section("R1"), whole], [])).panels;
    const points = panel?.series.map((series) => series.points.map((p) => [p.y, p.low, p.high]));
    expect(points?.[0]?.slice(0, 2)).toEqual([
      [0.5, 0.5, 0.8],
      [0.2, 0.2, 0.5],
    ]);
    expect(points?.[1]?.[0]).toEqual([0.5, null, null]);
    expect(panel?.series.map(({ shift }) => shift)).toEqual([-7, 7]);
  });

  it("stand beside P2's record sets in the figure: hollow, in the colour of the name", () => {
    const sets = auditBenchmarks([section("R1"), section("X")], []);
    const [own] = prepareAudit(sets).panels;
    const figure = prepareAudit(sets, publishedSets());
    const series = figure.panels[0]?.series ?? [];
    expect(series.map(({ label }) => label)).toEqual([
      "R1",
      "X",
      "R1, published (P2)",
      "R2, published (P2)",
    ]);
    expect(series.slice(0, 2).map(({ style }) => style)).toEqual(
      own?.series.map(({ style }) => style),
    );
    expect(series[2]?.style).toEqual({ ...series[0]?.style, dash: "dashed", hollow: true });
    // No wider than three of them: on a phone a part has 50 px.
    expect(series.map(({ shift }) => Number(shift?.toFixed(2)))).toEqual([-14, -4.67, 4.67, 14]);
    // Table 7: key, several, other, none, unresolved, key and borrowed.
    expect(series[3]?.points.map(({ y }) => y)).toEqual([0.681, 0.149, 0.09, null, 0.08, 0.063]);
    expect(series[3]?.points.map(({ n }) => n)).toEqual([119, 31, 25, null, 25, 15]);
    expect(series[3]?.points[3]?.gap).toBe("the paper has no such class");
    // Appendix D: what R2 leaves open, of one part alone.
    expect(series[3]?.points.map(({ low, high }) => [low, high]).slice(-2)).toEqual([
      [null, null],
      [0.063, 0.143],
    ]);
    expect(series[2]?.points.every(({ low }) => low === null)).toBe(true);
    expect(figure.legend).toHaveLength(4);
    expect(figure.notes.at(-1)).toMatch(/as published \(Bayram 2026.*Table 7/);
  });

  it("open a list by a link that names a part and a record set of the view", () => {
    const key = listKey("single_alternative", "R2", "b");
    expect(listOfKey(key, one)).toEqual({
      ...{ part: "single_alternative", recordSet: "R2" },
      benchmark: one[0],
    });
    expect(listOfKey(key, auditBenchmarks([section("R1")], []))).toBeNull();
    expect(listOfKey(listKey("multiple", "R1", "elsewhere"), one)).toBeNull();
    expect(listOfKey("multiple", one)).toBeNull();
    expect(listOfKey(null, one)).toBeNull();
  });
});

describe("flag against recorded polarity", () => {
  it("has what is not recorded apart, where there is any", () => {
    const polarity = polarityOf({
      flagged: { negative: [1, 2], nonnegative: [1, 1.5] },
      unflagged: { nonnegative: [1, 4], not_recorded: [1, 3] },
    });
    const { rows, remarks } = polarityTable(
      auditBenchmarks([section("R1", { polarity })], []),
      false,
    );
    expect(remarks?.join(" ")).not.toContain("No record in view");
    expect(rows.map(({ cells }) => values(cells, "polarity", "count_1", "weight_1"))).toEqual([
      ["Flagged / negative", 1, 2],
      ["Flagged / nonnegative", 1, 1.5],
      ["Unflagged / negative", 0, 0],
      ["Unflagged / nonnegative", 1, 4],
      ["Unflagged / not recorded", 1, 3],
    ]);
    const bare = polarityTable(auditBenchmarks([section("R1")], []), false);
    expect(bare.remarks?.[0]).toBe("No record in view says how its reviewer reads the stem.");
  });

  it("stands above Table 8 as printed", () => {
    const { rows } = polarityTable(auditBenchmarks([section("R1")], []), true);
    const published = rows.filter(({ group }) => group === PUBLISHED_GROUP);
    expect(published.map(({ cells }) => values(cells, "polarity", "count_2", "weight_2"))).toEqual([
      ["Flagged / negative", 91, 2864.5],
      ["Flagged / nonnegative", 10, 253.5],
      ["Unflagged / negative", 2, 149],
      ["Unflagged / nonnegative", 97, 8733],
    ]);
  });
});

describe("agreement between record sets", () => {
  it("is over what both resolved, as given and as corrected, and says who goes by whom", () => {
    const r2 = (given: Partial<AuditRecordRow>) => record({ record_set: "R2", ...given });
    const two: Partial<AuditRecordRow> = { status: "multiple", answers: [0, 2] };
    const records = [
      // The same in the end, by a correction; of one class all along for q2; q3 is unresolved.
      ...[record({ ...two, first_status: "multiple", first_answers: [0, 2] }), r2(two)],
      ...[record({ item_id: "q2", ...two }), r2({ item_id: "q2", ...two, answers: [0, 3] })],
      ...[record({ item_id: "q3" }), r2({ item_id: "q3", status: "unresolved", answers: null })],
      record({ item_id: "q4" }),
    ];
    const rows = agreements(auditBenchmarks([section("R1"), section("R2")], records), [
      correction({ citation: "R1" }),
      correction({ citation: "R1", followed: false }),
      correction({ record_set: "R1", citation: "R3" }),
    ]);
    expect(rows).toEqual([
      {
        ...{ benchmark: "b", a: "R1", b: "R2", shared: 3, citing: 1 },
        ...{ resolved: 2, same_answers: 1, same_class: 2 },
        ...{ first_resolved: 3, first_same_answers: 2, first_same_class: 2 },
      },
    ]);
    const { rows: table, remarks } = agreementTable(rows);
    expect(values(table[0]!.cells, "same_answers", "first_same_class")).toEqual([0.5, 2 / 3]);
    expect(remarks?.join(" ")).toContain("go by the other record set");
  });

  it("counts no correction before the log is read, and none where it is empty", () => {
    const both = [record({}), record({ record_set: "R2" })];
    const sets = auditBenchmarks([section("R1"), section("R2")], both);
    const unread = agreementTable(agreements(sets, null));
    expect(unread.rows[0]?.cells.citing).toEqual({
      value: null,
      reason: "The correction log is not read yet.",
    });
    expect(unread.remarks?.join(" ")).not.toContain("go by the other record set");
    expect(agreementTable(agreements(sets, [])).rows[0]?.cells.citing?.value).toBe(0);
  });

  it("is undefined where there is nothing that both resolved", () => {
    const open: Partial<AuditRecordRow> = { status: "unresolved", answers: null };
    const records = [record(open), record({ ...open, record_set: "R2" })];
    const rows = agreements(auditBenchmarks([section("R1"), section("R2")], records), []);
    expect(values(agreementTable(rows).rows[0]!.cells, "same_answers")).toEqual([null]);
  });
});

describe("the second pass", () => {
  it("counts yes, no and not told, of borrowed options one by one", () => {
    const borrowed = (option: number, valid: boolean | null) => ({
      ...{ option, valid, plausible: null, duplicate: null, incomplete_reference: null },
    });
    const records = [
      record({ clarity: "unclear", borrowed: [borrowed(2, true), borrowed(3, false)] }),
      record({ item_id: "q2", clarity: "clear" }),
    ];
    const all = auditBenchmarks([section("R1")], records);
    expect(hasSecondPass(all)).toBe(true);
    expect(hasSecondPass(auditBenchmarks([section("R1")], [record({})]))).toBe(false);
    const said = secondPassTable(all).rows.map(({ cells }) => values(cells, "yes", "no", "untold"));
    expect(said[0]).toEqual([1, 1, 0]);
    expect(said[1]).toEqual([0, 0, 2]);
    expect(said[4]).toEqual([1, 1, 0]);
    expect(said[5]).toEqual([0, 0, 2]);
  });
});

describe("the correction log", () => {
  it("reads values in words and keeps them as they are in the file", () => {
    const { rows } = correctionTable([
      correction({ revised: "null", original: "[]" }),
      correction({ field: "key_support", original: "null", revised: "true", followed: false }),
    ]);
    expect(rows.map(({ cells }) => [cells.original?.text, cells.revised?.text])).toEqual([
      ["none", "unresolved"],
      ["not told", "yes"],
    ]);
    expect(values(rows[0]!.cells, "original", "revised")).toEqual(["[]", "null"]);
    expect(values(rows[1]!.cells, "followed")).toEqual(["no"]);
  });
});
