import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeSheets } from "../lib/audit/make-sheet";
import { sheetSources } from "../lib/audit/sources";
import { build, FOUR } from "../lib/datasets/augment/testing";
import { writeItemSet } from "../lib/datasets/store";
import { expectAccessibleIn, LOOKS, NARROW_LOOKS } from "./support/access";
import { dropFiles, openView, queryOf } from "./support/pages";
import { agrees, numberOf, tableOf, type Row } from "./support/report";
import { CLI, serveStore, type Served } from "./support/serve";
import { expect, test } from "./support/test";
import { goWithin, settled } from "./support/views";

let dir: string;
let served: Served;
const foilscope = async (...args: string[]) => {
  const env = { ...process.env, FOILSCOPE_DATA: dir };
  return (await promisify(execFile)(process.execPath, [CLI, ...args], { env })).stdout;
};

test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-audit-"));
  await foilscope("import", "tests/fixtures/paired.json");
  // One record of R2 is corrected by R1's.
  const correction = {
    ...{ kind: "correction", benchmark: "imported", item_id: "q0111", record_set: "R2" },
    ...{ field: "polarity", original: null, revised: "negative", reason: "as R1 has it" },
    ...{ by: "Ada", at: "2026-09-01", citation: "R1" },
  };
  const log = join(dir, "log.jsonl");
  await writeFile(log, `${JSON.stringify(correction)}\n`);
  await foilscope("import", log);
  served = await serveStore(dir);
});
test.afterAll(async () => {
  await served.stop();
  await rm(dir, { recursive: true, force: true });
});

const PARTS = ["unique_source_key", "multiple", "single_alternative", "no_answer", "unresolved"];

test("classes are the report's, with lists behind them, the log, and what was published", async ({
  freshPage,
}) => {
  test.slow();
  const page = await freshPage(served.origin);
  await openView(page, "/audit");
  const out = await foilscope("report", join(dir, "runs"), "--section", "audit");
  const { audit } = JSON.parse(out) as { audit: Record<string, Row>[] };
  const rows = await tableOf(page);
  expect(rows).toHaveLength(PARTS.length + 1);
  for (const [i, set] of audit.entries()) {
    const classes = set.classes as unknown as Record<string, Row>;
    const expected = [...PARTS.map((part) => classes[part]), set.key_plus_borrowed];
    for (const [at, row] of rows.entries()) {
      expect(agrees(numberOf(row[`count_${i + 1}`]), expected[at]?.count)).toBe(true);
      expect(agrees(numberOf(row[`pct_${i + 1}`]), expected[at]?.weighted_pct)).toBe(true);
    }
    const [low, high] = set.key_plus_borrowed?.range_pct as readonly number[];
    expect(agrees(numberOf(rows.at(-1)?.[`range_${i + 1}_low`]), low)).toBe(true);
    expect(agrees(numberOf(rows.at(-1)?.[`range_${i + 1}_high`]), high)).toBe(true);
  }
  await expect(page.getByRole("region", { name: /^Correction log: 1 entry/ })).toContainText(
    "as R1 has it",
  );

  await page.getByRole("button", { name: "7: list these items of R2" }).click();
  const list = page.getByRole("region", { name: "Unresolved in R2: 7 items" });
  await expect(list.getByRole("listitem")).toHaveCount(7);
  const query = queryOf(page);
  await page.getByLabel("Published values (P2)").click();
  const classes = page.getByRole("table", { name: "What reviewers hold defensible" });
  await expect(classes.getByRole("row", { name: /^Unique source key 152 80.8/ })).toBeVisible();
  await expect(page.getByRole("figure").locator("[data-series]")).toHaveCount(2 + 2);
  await goWithin(page, `/audit${query}`);
  await settled(page);
  await expect(list).toBeVisible();
  await expect(page.getByText("152", { exact: true })).toHaveCount(0);

  // Records that come alone: one of an item that the open runs were asked, one of another.
  const lines = ["q0111", "nobody's"].map((item_id) =>
    JSON.stringify({
      ...{ benchmark: "imported", item_id, record_set: "R3", stratum: "s", weight: 5 },
      ...{ answers: [], locked_at: "2026-09-01" },
    }),
  );
  await dropFiles(page, [{ name: "R3.jsonl", bytes: Buffer.from(`${lines.join("\n")}\n`) }]);
  await expect(
    page.getByText("R3.jsonl: 1 reviewer record beside open runs that asked its item"),
  ).toBeVisible();
  await expect(
    page.locator("[data-drop]").getByText(/^1 reviewer record or correction is about 1 item/),
  ).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "R3 n" }).first()).toBeVisible();
  await settled(page);
  const third = (await tableOf(page)).find((row) => numberOf(row.count_3) === 1);
  expect(third?.part).toBe("No answer");

  await list.getByRole("listitem").first().getByRole("button").click();
  await expect(page).toHaveURL(/\/responses\?.*item=/);
});

test("is accessible", async ({ freshPage }) => {
  test.slow();
  const page = await freshPage(served.origin);
  await openView(page, "/audit?published=1&row=multiple|R1|imported");
  await expect(page.getByRole("region", { name: /^Multiple answers in R1/ })).toBeVisible();
  await expectAccessibleIn(LOOKS, page);
});

test("a reviewer labels a sheet by the keyboard, and sees the key once the answer is locked", async ({
  freshPage,
}) => {
  test.slow();
  const { parts } = await build(FOUR, { name: "Five and ten" });
  const hashes = new Map(parts.items.map((item) => [item.item_id, item.item_hash]));
  const orders = parts.presentations.map((one) => ({
    ...one,
    item_hash: hashes.get(one.item_id) ?? null,
  }));
  const condition = "ten-permuted";
  const { items } = sheetSources(parts.items, orders, condition);
  const [sheet] = makeSheets(items, {
    ...{ benchmark: "b", itemSet: null, condition, seed: "42", perStratum: 4 },
    recordSets: ["R1"],
  });
  const [first] = sheet!.items;
  const { hash } = await writeItemSet(join(dir, "sets"), parts);
  const page = await freshPage(served.origin);
  await page.goto("/label");
  // The same draw by the server, for another reviewer.
  await page.getByText("Draw a sheet from a set of this server").click();
  const form = page.getByRole("form", { name: "Draw a sheet" });
  await form.getByLabel("Set", { exact: true }).selectOption(hash);
  await form.getByLabel("Condition").selectOption(condition);
  await form.getByLabel("Items of each stratum").fill("4");
  await form.getByLabel("Record set").fill("R2");
  await expectAccessibleIn(NARROW_LOOKS, page);
  await form.getByRole("button", { name: "Draw the sheet" }).click();
  await expect(page.getByRole("heading", { name: "R2: item 1 of 4" })).toBeVisible();
  await expect(page.getByRole("article")).toContainText(first!.stem ?? "");
  await page.getByRole("button", { name: "All sheets" }).click();
  await page.getByLabel("Open a sheet").setInputFiles({
    name: "R1.sheet.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(sheet)),
  });
  await expect(page.getByRole("heading", { name: "R1: item 1 of 4" })).toBeVisible();
  await expect(page.getByText("4 left to answer")).toBeVisible();
  const article = page.getByRole("article");
  const options = article.getByRole("checkbox");
  await expect(options).toHaveCount(10);
  await expect(article.getByText(/^(original|borrowed|key)$/)).toHaveCount(0);

  // Nothing is chosen: there is nothing to lock.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Lock the answer/ })).toBeDisabled();
  await page.keyboard.press("3");
  await page.keyboard.press("a");
  await page.keyboard.press("0");
  await page.keyboard.press("a");
  for (let place = 0; place < 10; place += 1) {
    const checked = place === 2 || place === 9;
    await expect(options.nth(place)).toHaveAttribute("aria-checked", String(checked));
  }
  await expectAccessibleIn(NARROW_LOOKS, page);

  // What is chosen is kept, and nothing is locked by a reload.
  await page.reload();
  await expect(options.nth(2)).toHaveAttribute("aria-checked", "true");
  // Enter locks from what was said with the mouse, and takes nothing of it back.
  await article
    .getByRole("group", { name: "The question asks for what is not so:" })
    .getByRole("button", { name: "Yes" })
    .click();
  await page.keyboard.press("Enter");
  const revealed = article.getByRole("list", { name: "Options with key and origins" });
  await expect(revealed.getByText("borrowed", { exact: true })).toHaveCount(5);
  const keyPlace = first!.order.indexOf(first!.key);
  await expect(revealed.getByRole("listitem").nth(keyPlace)).toContainText("key");
  await expect(options).toHaveCount(0);

  await article
    .getByRole("group", { name: "The key is right:" })
    .getByRole("button", { name: "Yes" })
    .click();
  await page.getByRole("button", { name: "End the second pass" }).click();
  await page.getByRole("button", { name: "Correct what is locked" }).click();
  await page.getByLabel("New value").fill("3");
  await page.getByLabel("Reason").fill("the tenth leans on another question");
  await page.getByRole("button", { name: "Log the correction" }).click();
  await expect(article.getByText(/3, 10 → 3/)).toBeVisible();
  await expectAccessibleIn(LOOKS, page);

  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: "R1: item 2 of 4" })).toBeVisible();
  await page.keyboard.press("k");
  await page.reload();
  await expect(page.getByText("3 left to answer")).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export records" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\n");
  const shown = (...places: number[]) =>
    places.map((place) => first!.order[place - 1] ?? -1).sort((a, b) => a - b);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { kind: "record", item_id: first!.item_id, answers: shown(3, 10), key_support: true },
    { kind: "correction", field: "answers", original: shown(3, 10), revised: shown(3) },
    // The rest of the sample is not locked: unresolved.
    ...sheet!.items.slice(1).map(({ item_id }) => ({
      ...{ kind: "record", item_id, answers: null, locked_at: null },
    })),
  ]);
});
