import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readSheet } from "@/lib/audit/sheet";
import { lock, NO_WORK, toggle, workLines } from "@/lib/audit/work";
import { build, FOUR } from "@/lib/datasets/augment/testing";
import { writeItemSet } from "@/lib/datasets/store";
import { foilscope } from "@/tests/helpers/foilscope";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-audit-"));
  vi.stubEnv("FOILSCOPE_DATA", join(dir, "data"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true, force: true });
});

const sheetOf = async (out: string, name: string) =>
  readSheet(await readFile(join(out, `${name}.sheet.json`), "utf8"));

describe("foilscope audit draw", () => {
  it("writes a sheet for each reviewer, of an item set in the order of a condition", async () => {
    const { parts } = await build(FOUR, { name: "Five and ten" });
    const { hash } = await writeItemSet(join(dir, "data", "sets"), parts);
    const out = join(dir, "sheets");
    const asked = ["audit", "draw", "--set", hash, "--per-stratum", "3", "--seed", "42"];
    const unnamed = await foilscope(...asked, "--out", out);
    expect(unnamed.code).toBe(1);
    expect(unnamed.stderr).toContain("name the condition whose order is shown: five-original,");
    const drawn = await foilscope(...asked, "--condition", "ten-permuted", "--out", out);
    expect(drawn.code).toBe(0);
    expect(drawn.stdout.trim().split("\n")).toEqual(
      ["R1", "R2"].map((name) => join(out, `${name}.sheet.json`)),
    );
    const [first, second] = [await sheetOf(out, "R1"), await sheetOf(out, "R2")];
    expect(first).toEqual({ ...second, record_set: "R1" });
    // Four questions of one section, none of them negative: three stand for four.
    expect(first).toMatchObject({ item_set: hash, population: 4, per_stratum: 3 });
    expect(first.items.map(({ weight }) => weight)).toEqual([4 / 3, 4 / 3, 4 / 3]);
    for (const item of first.items) {
      const shown = parts.presentations.find(
        (one) =>
          one.item_id === item.item_id && one.condition === "ten-permuted" && one.permutation === 1,
      );
      expect(item.order).toEqual(shown?.order);
      expect(item.options).toHaveLength(10);
    }
    const again = await foilscope(...asked, "--condition", "ten-permuted", "--out", out);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain("is there already");
  });
});

describe("foilscope audit draw --benchmark", () => {
  it("draws nothing where runs were asked items whose options they do not hold", async () => {
    const held = join(dir, "asked.jsonl");
    const row = { ...{ model: "m", benchmark: "half", n_options: 2, gold_pos: 1, resp_pos: 1 } };
    const options = { options: ["x", "y"], question: "Which?" };
    // Three items, one of which has its texts.
    const rows = [
      { ...row, ...options, item_id: "q1" },
      ...["q2", "q3"].map((item_id) => ({ ...row, item_id })),
    ];
    await writeFile(held, rows.map((one) => `${JSON.stringify(one)}\n`).join(""));
    expect((await foilscope("import", held)).code).toBe(0);
    const drawn = await foilscope(
      ...["audit", "draw", "--benchmark", "half", "--per-stratum", "1", "--seed", "42"],
      ...["--out", join(dir, "half")],
    );
    expect(drawn).toMatchObject({ code: 1, stdout: "" });
    expect(drawn.stderr).toContain("of 2 of the 3 items of half that runs in");
    expect(drawn.stderr).toContain("(the first: q2)");
  });

  it("draws what one run describes where another of the same ids is bare", async () => {
    const row = { ...{ benchmark: "beside", n_options: 2, gold_pos: 1, resp_pos: 1 } };
    const texts = { options: ["x", "y"], question: "Which?" };
    const held = join(dir, "beside.jsonl");
    const rows = ["q1", "q2"].flatMap((item_id) => [
      { ...row, ...texts, item_id, model: "m" },
      { ...row, item_id, model: "bare" },
    ]);
    await writeFile(held, rows.map((one) => `${JSON.stringify(one)}\n`).join(""));
    expect((await foilscope("import", held)).code).toBe(0);
    const drawn = await foilscope(
      ...["audit", "draw", "--benchmark", "beside", "--per-stratum", "2", "--seed", "42"],
      ...["--out", join(dir, "beside")],
    );
    expect(drawn.code).toBe(0);
    expect(drawn.stderr).toBe("2 items of 1 stratum stand for 2\n");
  });
});

describe("reviewer records of a store", () => {
  it("are the same after they were printed and read in again", async () => {
    const store = join(dir, "again");
    const lines = join(dir, "again.jsonl");
    await foilscope("import", join(process.cwd(), "tests/fixtures/paired.json"), "--into", store);
    const before = (await foilscope("audit", "export", store)).stdout;
    await writeFile(lines, before);
    expect((await foilscope("import", lines, "--into", store)).code).toBe(0);
    expect((await foilscope("audit", "export", store)).stdout).toBe(before);
    const report = await foilscope("report", store, "--section", "audit");
    const { audit } = JSON.parse(report.stdout) as { audit: object[] };
    // The bundle labels 40 questions in each set; 11 of its 80 lists of answers are unsorted.
    const several = { multiple: { count: 9 } };
    expect(audit).toMatchObject([
      { record_set: "R1", n: 40, classes: several },
      { record_set: "R2", n: 40, classes: several },
    ]);
  });

  it("are drawn from its runs, labelled, read in beside them, and stay when a run is replaced", async () => {
    const bundle = join(process.cwd(), "tests/fixtures/paired.json");
    const none = join(dir, "records.jsonl");
    const out = join(dir, "from-runs");
    expect((await foilscope("import", bundle)).code).toBe(0);
    const before = (await foilscope("audit", "export")).stdout.trim().split("\n");
    // 40 questions in two record sets.
    expect(before).toHaveLength(80);

    const drawn = await foilscope(
      ...["audit", "draw", "--benchmark", "imported", "--condition", "ten-permuted"],
      ...["--per-stratum", "1", "--seed", "42", "--reviewers", "R3", "--out", out],
    );
    expect(drawn.code).toBe(0);
    const sheet = await sheetOf(out, "R3");
    expect(sheet.population).toBe(200);
    const work = sheet.items.reduce(
      (done, { item_id, key }) => lock(toggle(done, item_id, key), item_id, "2026-11-30"),
      NO_WORK,
    );
    await writeFile(none, workLines(sheet, work));
    const read = await foilscope("import", none);
    expect(read).toMatchObject({ code: 0 });
    const n = sheet.items.length;
    expect(read.stdout).toContain(
      `reviewer records: ${n}, corrections: 0; ${n} of them stand beside`,
    );

    const report = await foilscope("report", join(dir, "data", "runs"), "--section", "audit");
    const { audit } = JSON.parse(report.stdout) as { audit: { record_set: string; n: number }[] };
    expect(audit.map(({ record_set }) => record_set)).toEqual(["R1", "R2", "R3"]);
    expect(audit[2]).toMatchObject({
      n,
      total_weight: expect.closeTo(200, 9) as number,
      classes: { unique_source_key: { count: n, weighted_pct: expect.closeTo(100, 9) as number } },
    });

    expect((await foilscope("import", bundle, "--replace")).code).toBe(0);
    const after = (await foilscope("audit", "export")).stdout.trim().split("\n");
    expect(after).toHaveLength(80 + n);
  });

  it("are refused where no run was asked their items", async () => {
    const path = join(dir, "astray.jsonl");
    const line = {
      ...{ benchmark: "elsewhere", item_id: "q1", record_set: "R1", stratum: "s", weight: 1 },
      answers: [0],
    };
    await writeFile(path, `${JSON.stringify(line)}\n`);
    const refused = await foilscope("import", path);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("no run in the store was asked the items of these 1 reviewer");
  });
});
