import { afterEach, describe, expect, it } from "vitest";
import { buildSource } from "@/lib/cubes/build";
import { lentItems } from "@/lib/cubes/item-options";
import { nextIndex, uniteSources, type Source } from "@/lib/cubes/views";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { auditApart, nameKey } from "@/lib/records/audit-stage";
import { listHash } from "@/lib/records/list-hash";
import { importTexts } from "@/lib/records/testing";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { AUDIT_CORRECTIONS, AUDIT_RECORDS } from "./audit-records";
import { METRICS } from "./registry";
import type { MetricOptions, Workspace } from "./workspace";

/** In the item's list: the key x, y, then the borrowed b and one that looks like the name of a field. */
const question = (id: string, text: string) => ({
  id,
  section: "s",
  negative: false,
  five: { options: ["x", "y"], gold: 0, resp: 0 },
  ten: {
    options: [
      { text: "b", origin: "B" },
      { text: "y", origin: "O" },
      { text: "x", origin: "O" },
      { text, origin: "B" },
    ],
    gold: 2,
    resp: 2,
  },
});
const bundleOf = (ids: readonly string[], text = '","origin":"original') =>
  JSON.stringify({ questions: ids.map((id) => question(id, text)) });
/** Of the options that `bundleOf` lists where no other text is given. */
const LIST = listHash(["x", "y", "b", '","origin":"original']);
const record = (item_id: string, answers: readonly number[] | null, more: object = {}) => ({
  ...{ kind: "record", benchmark: "imported", item_id, record_set: "R1", stratum: "s", weight: 2 },
  answers,
  ...more,
});
const locked = (item_id: string, answers: readonly number[] | null, more: object = {}) =>
  record(item_id, answers, { locked_at: "2026-09-01T10:00:00Z", ...more });
const correction = (item_id: string, original: unknown, revised: unknown, more: object = {}) => ({
  ...{ kind: "correction", benchmark: "imported", item_id, record_set: "R1", field: "answers" },
  ...{ original, revised, reason: "why", by: "Ada", at: "2026-09-02", citation: null },
  ...more,
});
const jsonl = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");

const NO_FILTERS: MetricOptions = { filters: [] };

/** Sources as a page opens them: each import knows the ones before it. */
class Page {
  private readonly sources: Source[] = [];
  readonly workspace: Workspace;
  constructor(private readonly engine: Engine) {
    this.workspace = { engine, ensureRows: () => Promise.resolve() };
  }

  /** @returns what an import has to say of records that fit nothing, and of others that are left out */
  async open(files: Readonly<Record<string, string>>) {
    const { runs, rejects } = await importTexts(this.engine, files);
    expect(rejects).toEqual([]);
    const [lent, firstIx] =
      this.sources.length === 0
        ? [[], 0]
        : [await lentItems(this.engine), await nextIndex(this.engine)];
    const apart = await auditApart(this.engine, new Set(lent.map(nameKey)));
    const cubes = { catalog: "memory", schema: `s${this.sources.length}` };
    const manifests = runs.map(({ manifest }) => manifest);
    const said = await buildSource(this.engine, { cubes, firstIx, manifests, lent });
    this.sources.push({ cubes, rows: cubes });
    await uniteSources(this.engine, this.sources);
    return { apart: apart?.message ?? null, said: said.map(({ message }) => message) };
  }

  /** Without a source, as where its file is removed or another snapshot comes. */
  async without(at: number): Promise<void> {
    this.sources.splice(at, 1);
    await uniteSources(this.engine, this.sources);
  }

  async records() {
    const records = await AUDIT_RECORDS.run(this.workspace, NO_FILTERS);
    return records.map((one) => [one.item_id, one.status, one.answers, one.weight]);
  }

  async told(): Promise<string[]> {
    return (await METRICS.warnings.run(this.workspace, NO_FILTERS))
      .filter(({ code }) => code.includes("audit"))
      .map(({ code, message }) => `${code}: ${message.slice(message.lastIndexOf(": ") + 2)}`);
  }
}

let engine: Engine | null = null;
afterEach(async () => {
  await engine?.close();
  engine = null;
});
const pageOn = async (open: () => Promise<Engine>) => {
  engine = await open();
  return new Page(engine);
};
const newPage = () => pageOn(openNodeEngine);

it("the browser's DuckDB says the same of records that come alone", async () => {
  const page = await pageOn(openWasmEngine);
  await page.open({
    "b.json": bundleOf(["q1", "q2"]),
    "a.jsonl": jsonl([record("q1", null)]),
  });
  await page.open({
    "a.jsonl": jsonl([
      ...[locked("q1", [0]), correction("q1", [0], [0, 2])],
      ...[locked("q2", [0], { list_hash: LIST }), locked("q9", [0])],
    ]),
  });
  expect(await page.records()).toEqual([
    ["q1", "multiple", [0, 2], 2],
    ["q2", "unique_source_key", [0], 2],
  ]);
  await page.open({ "d.json": bundleOf(["q1", "q2"], "another option") });
  // What says which list it means is still of that one; q1 came with its responses, not so its correction.
  expect(await page.records()).toEqual([
    ["q1", "unresolved", null, 2],
    ["q2", "unique_source_key", [0], 2],
  ]);
});

describe("reviewer records of several sources", () => {
  it("are one record where one says later what another left open, whichever comes first", async () => {
    const early = [record("q1", null), record("q2", null), locked("q3", [0])];
    const late = [
      locked("q1", [0, 2], { polarity: "negative" }),
      record("q2", null),
      locked("q3", [0]),
    ];
    for (const [first, second] of [
      [early, late],
      [late, early],
    ] as const) {
      const page = await newPage();
      await page.open({ "b.json": bundleOf(["q1", "q2", "q3"]), "a.jsonl": jsonl(first) });
      await page.open({ "a.jsonl": jsonl(second) });
      expect(await page.records()).toEqual([
        ["q1", "multiple", [0, 2], 2],
        ["q2", "unresolved", null, 2],
        ["q3", "unique_source_key", [0], 2],
      ]);
      // Three items of weight 2 each, once.
      const [classes] = await METRICS.audit.run(page.workspace, NO_FILTERS);
      expect(classes).toMatchObject({ n: 3, total_weight: 6 });
      expect(classes?.classes.unresolved.count).toBe(1);
      expect(classes?.key_plus_borrowed.count).toBe(1);
      expect(await page.told()).toEqual([]);
      await engine?.close();
    }
  });

  it("contradict each other where both were locked, none was, or they stand for unlike many", async () => {
    const page = await newPage();
    const ids = ["q1", "q2", "q3", "q4"];
    await page.open({
      "b.json": bundleOf(ids),
      "a.jsonl": jsonl([
        locked("q1", null),
        record("q2", null),
        record("q3", null, { weight: 4 }),
        record("q4", null),
      ]),
    });
    await page.open({
      "a.jsonl": jsonl([
        locked("q1", [0]),
        record("q2", [0]),
        locked("q3", [0]),
        locked("q4", [0]),
      ]),
    });
    expect(await page.records()).toEqual([["q4", "unique_source_key", [0], 2]]);
    expect(await page.told()).toEqual(["contradictory_audit: q1 in R1, q2 in R1, q3 in R1"]);
  });

  it("count with the corrections of the source that has the most, where it has those of the others", async () => {
    const early = [
      locked("q1", [0], { key_support: true, notes: "p. 4" }),
      locked("q2", [0]),
      correction("q2", [0], [3]),
      locked("q3", [0]),
      correction("q3", [0], [1]),
    ];
    const late = [
      locked("q1", [0], { key_support: true }),
      correction("q1", [0], [0, 2]),
      correction("q1", true, null, { field: "key_support" }),
      ...[locked("q2", [0]), correction("q2", [0], [3])],
      correction("q2", [3], null, { at: "2026-09-03" }),
      // Another one than the early source has.
      ...[locked("q3", [0]), correction("q3", [0], [2])],
    ];
    for (const [first, second] of [
      [early, late],
      [late, early],
    ] as const) {
      const page = await newPage();
      await page.open({ "b.json": bundleOf(["q1", "q2", "q3"]), "a.jsonl": jsonl(first) });
      await page.open({ "a.jsonl": jsonl(second) });
      expect(await AUDIT_RECORDS.run(page.workspace, NO_FILTERS)).toMatchObject([
        { item_id: "q1", answers: [0, 2], first_answers: [0], key_support: null, notes: "p. 4" },
        { item_id: "q2", answers: null, status: "unresolved", first_answers: [0] },
      ]);
      expect(await page.told()).toEqual(["contradictory_audit: q3 in R1"]);
      await engine?.close();
    }
  });

  it("that come alone count where an open run was asked their items; the others are counted and told", async () => {
    const page = await newPage();
    await page.open({ "b.json": bundleOf(["q1", "q2", "q3"]) });
    const { apart, said } = await page.open({
      "a.jsonl": jsonl([
        ...[locked("q1", [0, 2]), locked("q2", [0]), locked("q3", [9])],
        correction("q2", [0], [3], { citation: "R2" }),
        ...[locked("q9", [0]), locked("q9", [0], { record_set: "R2" })],
        locked("q1", [0], { item_hash: "of another question" }),
      ]),
    });
    expect(apart).toMatch(/^3 reviewer records or corrections are about 2 items that no response/);
    expect(said).toEqual([
      "reviewer records that name an option their item does not have, left out: q3 in R1",
    ]);
    expect(await page.records()).toEqual([
      ["q1", "multiple", [0, 2], 2],
      ["q2", "single_alternative", [3], 2],
    ]);
    const [log] = await AUDIT_CORRECTIONS.run(page.workspace, NO_FILTERS);
    expect(log).toMatchObject({ item_id: "q2", followed: true, citation: "R2" });
    // Dropped anew they say the same once more, and nothing counts twice.
    await page.open({ "a.jsonl": jsonl([locked("q1", [0, 2])]) });
    expect((await page.records())[0]).toEqual(["q1", "multiple", [0, 2], 2]);
    // With the runs that were asked the items the records are gone, and said to be.
    await page.without(0);
    expect(await page.records()).toEqual([]);
    const gone = (await METRICS.warnings.run(page.workspace, NO_FILTERS)).filter(
      ({ code }) => code === "audit_apart",
    );
    expect(gone.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^3 reviewer records are about items that no open run was asked any/),
    ]);
  });

  it("that come alone without a hash count for nothing where runs differ in the item", async () => {
    const page = await newPage();
    await page.open({ "b.json": bundleOf(["q1", "q2"]) });
    await page.open({ "c.json": bundleOf(["q1"], "another option") });
    const { apart, said } = await page.open({
      "a.jsonl": jsonl([locked("q1", [0]), locked("q2", [0])]),
    });
    expect(apart).toBeNull();
    expect(said).toEqual([
      "reviewer records of items whose options and key are not known or not one thing, left out: q1 in R1",
    ]);
    expect(await page.records()).toEqual([["q2", "unique_source_key", [0], 2]]);
    // The same where the other version comes later.
    await page.open({ "d.json": bundleOf(["q2"], "another option") });
    expect(await page.records()).toEqual([]);
  });
});
