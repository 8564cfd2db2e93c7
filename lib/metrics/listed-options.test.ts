import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { workspaceOf } from "@/tests/helpers/stage";
import { report } from "./report";

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

type Row = Readonly<Record<string, unknown>>;
const jsonl = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** That no rule reads the stems of this benchmark is no matter of its options. */
const codesOf = (warnings: readonly { readonly code: string }[]): string[] =>
  warnings.map(({ code }) => code).filter((code) => code !== "stems_without_rule");

async function imported(files: Readonly<Record<string, string>>) {
  const engine = await openNodeEngine();
  engines.push(engine);
  const { runs, warnings, rejectCount } = await importTexts(engine, files);
  expect(rejectCount).toBe(0);
  const said = codesOf(warnings);
  const staged = await stagedRows(engine);
  const items = await engine.query(
    "SELECT item_id, options, key FROM stage.items ORDER BY item_id, options",
  );
  const requests = await engine.query("SELECT run_id, item_id, request FROM stage.raw");
  const manifests = runs.map((run) => run.manifest);
  const {
    presentation,
    paired,
    warnings: shown,
  } = await report(await workspaceOf(engine, manifests, warnings), { filters: [] }, [
    "presentation",
    "paired",
    "warnings",
  ]);
  return { said, staged, items, requests, presentation, paired, shown };
}

const o = (text: string) => ({ text, origin: "original" });
const b = (text: string) => ({ text, origin: "borrowed" });
const common = { model: "m", trial: 1 };
const five = (item_id: string, more: Row = {}) => ({
  ...common,
  ...{ run_id: "five", condition: "five-original", item_id, question: `${item_id}?` },
  ...{ n_options: 2, options: [o("a"), o("bbb")], gold_pos: 1, resp_pos: 2, ...more },
});
const ten = (item_id: string, more: Row) => ({
  ...common,
  ...{ run_id: "ten", condition: "ten-permuted", item_id, question: `${item_id}?` },
  ...{ n_options: 4, ...more },
});
const FIVES = [five("q1"), five("q2")];
const TENS = [
  // Chosen dddd: both other wrong ones, bbb and cc, are shorter. The originals stand the other way.
  ten("q1", { options: [b("dddd"), o("bbb"), o("a"), b("cc")], gold_pos: 3, resp_pos: 1 }),
  // Chosen cc: neither of the others is shorter. The originals stand as with two options.
  ten("q2", { options: [o("a"), b("cc"), b("dddd"), o("bbb")], gold_pos: 1, resp_pos: 2 }),
];
const bare = (row: Row): Row => ({
  ...row,
  options: (row.options as { text: string }[]).map(({ text }) => text),
});
const textsOf = (options: unknown): string[] =>
  (JSON.parse(String(options)) as { text: string }[]).map(({ text }) => text);

describe("rows that list original and borrowed options of one question", () => {
  it.each([
    ["one file, the fewer options first", { "a.jsonl": jsonl([...FIVES, ...TENS]) }],
    ["two files, the more options first", { "t.jsonl": jsonl(TENS), "f.jsonl": jsonl(FIVES) }],
    ["origins for the more options alone", { "a.jsonl": jsonl([...FIVES.map(bare), ...TENS]) }],
  ])("are one item with all of them: %s", async (_, files) => {
    const { said, items, staged, presentation, paired } = await imported(files);
    expect(said).toEqual([]);
    expect(items.map(({ item_id }) => item_id)).toEqual(["q1", "q2"]);
    for (const { options, key } of items) {
      expect(textsOf(options).sort()).toEqual(["a", "bbb", "cc", "dddd"]);
      expect(textsOf(options)[Number(key)]).toBe("a");
    }
    expect(new Set(staged.map((row) => row.item_hash)).size).toBe(2);
    expect(paired?.[0]).toMatchObject({ n_shared: 2, by_id: 0, changed: 0 });
    const many = presentation?.[1];
    // Midranks 1 and 0; of two items one has its originals in another order.
    expect(many).toMatchObject({
      n_options: 4,
      borrowed_share: 1,
      length_midrank: 0.5,
      order_changed: 1,
      n_against: 2,
    });
  });

  it("state what they showed where their item has more options", async () => {
    const { requests } = await imported({ "a.jsonl": jsonl([...FIVES, ...TENS]) });
    const stated = requests.filter((row) => row.item_id === "q1");
    expect(stated.map(({ run_id, request }) => [run_id, request]).sort()).toEqual([
      ["five", '{"options":["a","bbb"]}'],
      ["ten", '{"options":["dddd","bbb","a","cc"]}'],
    ]);
  });

  it("have the presentation that a paired bundle of the same records has", async () => {
    const text = readFileSync("tests/fixtures/paired.json", "utf8");
    interface Side<O> {
      options: O[];
      gold: number;
      resp: number | null;
    }
    const { questions } = JSON.parse(text) as {
      questions: {
        id: string;
        five: Side<string>;
        ten: Side<{ text: string; origin: "O" | "B" }>;
      }[];
    };
    const rowOf = (item_id: string, condition: string, side: Side<unknown>): Row => ({
      ...common,
      ...{ run_id: condition, condition, item_id, question: item_id, options: side.options },
      n_options: side.options.length,
      gold_pos: side.gold + 1,
      resp_pos: side.resp === null ? null : side.resp + 1,
    });
    const rows = questions.flatMap(({ id, five, ten }) => [
      rowOf(id, "ten-permuted", {
        ...ten,
        options: ten.options.map((shown) => (shown.origin === "B" ? b(shown.text) : o(shown.text))),
      }),
      rowOf(id, "five-original", { ...five, options: five.options.map(o) }),
    ]);
    const valuesOf = ({ presentation }: Awaited<ReturnType<typeof imported>>) =>
      presentation
        ?.filter(({ scorer }) => scorer === "given")
        .map(({ condition, length_midrank, borrowed_share, borrowed_even, order_changed }) => [
          condition,
          length_midrank,
          borrowed_share,
          borrowed_even,
          order_changed,
        ])
        .sort(([one], [other]) => String(one).localeCompare(String(other)));
    const bundle = valuesOf(await imported({ "paired.json": text }));
    expect(bundle?.map(([condition]) => condition)).toEqual(["five-original", "ten-permuted"]);
    expect(bundle?.[1]?.slice(1)).not.toContain(null);
    expect(valuesOf(await imported({ "a.jsonl": jsonl(rows) }))).toEqual(bundle);
  });
});

describe("rows that list options without their origins", () => {
  it("have no hash where one question lists several sets: they pair by id, and a note says so", async () => {
    const rows = [...FIVES, ...TENS].map(bare);
    const { said, items, staged, paired, presentation, shown } = await imported({
      "a.jsonl": jsonl(rows),
    });
    expect(said).toEqual(["origins_unknown"]);
    expect(staged.map((row) => row.item_hash)).toEqual([null, null, null, null]);
    expect(paired?.[0]).toMatchObject({ n_shared: 2, by_id: 2, changed: 0 });
    expect(codesOf(shown ?? []).sort()).toEqual(["origins_unknown", "paired_by_id"]);
    // No option is called original that need not be one.
    expect(items.map(({ options, key }) => [options, key])).toEqual([
      ["[]", null],
      ["[]", null],
    ]);
    expect(presentation?.[1]).toMatchObject({ borrowed_share: null, length_midrank: null });
  });

  it("keep their item and its hash where all list the same options", async () => {
    const again = { ...bare(five("q1")), run_id: "again", options: ["bbb", "a"] };
    const { said, items, staged } = await imported({
      "a.jsonl": jsonl([bare(five("q1")), { ...again, gold_pos: 2, resp_pos: 1 }]),
    });
    expect(said).toEqual([]);
    expect(items.map(({ options }) => textsOf(options))).toEqual([["a", "bbb"]]);
    expect(new Set(staged.map((row) => row.item_hash)).size).toBe(1);
    expect(staged[0]?.item_hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it("are not recorded as original where one that was chosen is borrowed", async () => {
    const rows = TENS.map((row) => ({ ...bare(row), selected_origin: "borrowed" }));
    const { said, items, staged, presentation } = await imported({ "a.jsonl": jsonl(rows) });
    expect(said).toEqual(["origins_unknown"]);
    expect(items.map(({ options }) => options)).toEqual(["[]", "[]"]);
    expect(staged.map((row) => row.item_hash)).toEqual([null, null]);
    expect(presentation?.[0]).toMatchObject({ borrowed_share: 1, length_midrank: null });
  });

  it("stay two questions where neither list contains the other", async () => {
    const other = { ...bare(five("q1")), run_id: "other", options: ["a", "changed"] };
    const { said, staged } = await imported({ "a.jsonl": jsonl([bare(five("q1")), other]) });
    expect(said).toEqual([]);
    const hashes = staged.map((row) => row.item_hash);
    expect(hashes).not.toContain(null);
    expect(new Set(hashes).size).toBe(2);
  });

  it("keep their options with the row where the same list has another key", async () => {
    const first = { ...five("q1"), item_hash: "0123456789abcdef" };
    const corrected = { ...first, run_id: "other", gold_pos: 2 };
    const { requests } = await imported({ "a.jsonl": jsonl([bare(first), bare(corrected)]) });
    expect(requests.map(({ run_id, request }) => [run_id, request])).toContainEqual([
      "other",
      JSON.stringify({ options: ["a", "bbb"] }),
    ]);
  });

  it("of two questions under one id stay two questions", async () => {
    const other = {
      ...bare(five("q1")),
      run_id: "other",
      question: "another?",
      options: ["a", "c"],
    };
    const { said, staged } = await imported({ "a.jsonl": jsonl([bare(five("q1")), other]) });
    expect(said).toEqual([]);
    expect(new Set(staged.map((row) => row.item_hash)).size).toBe(2);
  });
});
