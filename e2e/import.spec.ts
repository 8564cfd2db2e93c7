import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { evalLog, header, replied, sample } from "@/tests/helpers/inspect-log";
import { chosen, lines, results, RESULTS_FILE, SAMPLES_FILE } from "@/tests/helpers/lm-eval";
import { dropFiles, facet, openView, queryOf, viewReady } from "./support/pages";
import { expect, test } from "./support/test";

const edges = () => readFile("tests/fixtures/edges.csv");

/** Leaves one model in view. */
async function openViewOf(page: Page, model: string): Promise<void> {
  const models = await facet(page, "model");
  await models.getByRole("checkbox", { name: new RegExp(`^${model}`) }).click();
  await viewReady(page);
}

test("dropped files join the snapshot under one filter, and can be removed", async ({ page }) => {
  await openView(page, "/scaling");
  await dropFiles(page, [{ name: "edges.csv", bytes: await edges() }]);
  await expect(page.getByText(/edges\.csv: [\d,]+ rows kept in \d+ runs/)).toBeVisible();
  await viewReady(page);
  const models = await facet(page, "model");
  await models.getByRole("checkbox", { name: /^o-perfect/ }).click();
  await viewReady(page);
  await expect(page.getByRole("table").first()).toContainText("o-perfect");
  await expect(page.getByRole("table").first()).toContainText("1.000");

  await page.getByRole("button", { name: /^data:.*\+ 1 file/ }).click();
  await page.getByRole("button", { name: "Remove edges.csv" }).click();
  await expect(page.getByText("These data have no model “o-perfect”")).toBeVisible();
  await expect(page.getByRole("button", { name: /^data: \d+ runs$/ })).toBeVisible();
});

test("a link made beside a file asks for it and keeps the filters", async ({ page }) => {
  await openView(page, "/scaling?model=o-perfect");
  await expect(page.getByText("drop that file here")).toBeVisible();
  await dropFiles(page, [{ name: "edges.csv", bytes: await edges() }]);
  await expect(page.getByText(/edges\.csv: [\d,]+ rows kept/)).toBeVisible();
  await expect(page.getByText("These data have no model")).toHaveCount(0);
  await viewReady(page);
  expect(queryOf(page)).toBe("?model=o-perfect");
  await expect(page.getByRole("table").first()).toContainText("o-perfect");
});

test("a file that the filters hide says so at once, and a link says that it does not carry it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openView(page, "/scaling?N=4,10&model=sim-tail");
  const copy = page.getByRole("button", { name: /^(Copy link|Copied)$/ });
  const carried = page.getByText("The link does not carry edges.csv");
  await dropFiles(page, [{ name: "edges.csv", bytes: await edges() }]);
  await expect(page.getByText("hidden by the filter in force on model")).toBeVisible();
  await copy.click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await expect(carried).toHaveCount(0);
  await page.getByRole("button", { name: "Show it" }).click();
  await viewReady(page);
  // The other filter hid nothing and stays.
  expect(queryOf(page)).toBe("?N=4,10");
  await expect(page.getByRole("table").first()).toContainText("o-perfect");
  await expect(page.getByText("hidden by")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "What became of each row" })).toBeFocused();
  await copy.click();
  await expect(carried).toBeVisible();
});

test("rows that cannot be kept are listed with line and reason", async ({ page }) => {
  const lines = ["model,item_id,n_options,trial,gold_pos,resp_pos"];
  for (let trial = 1; trial <= 20; trial += 1) lines.push(`m,q1,10,${trial},3,${(trial % 10) + 1}`);
  lines.push("m,q1,10,21,3,AB", "m,q1,10,22,3,1.5");
  await openView(page, "/scaling");
  await dropFiles(page, [{ name: "some.csv", bytes: Buffer.from(lines.join("\n")) }]);
  await expect(
    page.getByText("some.csv: 20 rows kept in 1 run, 2 rejected; 2 planned responses"),
  ).toBeVisible();
  await page.getByRole("button", { name: "What became of each row" }).click();
  const dialog = page.getByRole("dialog", { name: /some\.csv/ });
  await expect(dialog.getByRole("row")).toHaveCount(3);
  await expect(dialog.getByRole("row").nth(1)).toContainText(/some\.csv.*22.*resp_pos.*AB/);
  await expect(dialog.getByRole("row").nth(2)).toContainText(/some\.csv.*23.*resp_pos.*1\.5/);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Rejects as CSV" }).click();
  const path = await (await download).path();
  expect((await readFile(path, "utf8")).split(/\r?\n/)[1]).toMatch(/^some\.csv,22,resp_pos,AB,/);
});

test("a broken file says what is wrong and leaves the rest as it was", async ({ page }) => {
  await openView(page, "/scaling");
  const title = (await page.locator("#view-title").textContent()) ?? "";
  await dropFiles(page, [
    { name: "broken.parquet", bytes: Buffer.from("PAR1 this is no Parquet file PAR1") },
  ]);
  await expect(page.getByText("broken.parquet could be kept")).toBeVisible();
  await expect(page.getByText("Put the file right and drop it again.")).toBeVisible();
  await page.getByRole("button", { name: "Put this message away" }).click();
  await expect(page.getByText("broken.parquet")).toHaveCount(0);
  await expect(page.locator("#view-title")).toHaveText(title);
});

test("several files at once are read as one drop, a broken one among them", async ({ page }) => {
  await openView(page, "/scaling");
  await dropFiles(page, [
    { name: "edges.csv", bytes: await edges() },
    { name: "notes.csv", bytes: Buffer.from("a,b\n1,2\n") },
  ]);
  await expect(
    page.getByText(/edges\.csv and notes\.csv: [\d,]+ rows kept in \d+ runs/),
  ).toBeVisible();
  await page.getByRole("button", { name: "What became of each row" }).click();
  await expect(page.getByRole("dialog").getByRole("row").nth(1)).toContainText("notes.csv");
});

test("an import can be cancelled, and leaves nothing behind", async ({ page }) => {
  await openView(page, "/scaling");
  // Its worker never arrives: the import waits for as long as the test wants.
  await page.route("**/*turbopack-worker*", () => undefined);
  await dropFiles(page, [{ name: "edges.csv", bytes: await edges() }]);
  await expect(page.getByText("Waiting to read edges.csv")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("edges.csv")).toHaveCount(0);
  await page.unroute("**/*turbopack-worker*");
  await dropFiles(page, [{ name: "edges.csv", bytes: await edges() }]);
  await expect(page.getByText(/edges\.csv: [\d,]+ rows kept/)).toBeVisible();
});

test("a log of Inspect AI makes a run of ours and one of its scorer", async ({ page }) => {
  const head = header({ eval: { config: { epochs: 1 } } });
  const bytes = evalLog(head, [sample(), replied("ANSWER: C", "C", "I", { id: "q2" })]);
  await openView(page, "/overview");
  await dropFiles(page, [{ name: "colours.eval", bytes: Buffer.from(bytes) }]);
  await expect(page.getByText("colours.eval: 4 rows kept in 2 runs")).toBeVisible();
  await openViewOf(page, "maker/painter");
  const rows = page
    .getByRole("table")
    .first()
    .getByRole("row", { name: /maker\/painter/ });
  await expect(rows).toHaveCount(2);
  for (const row of await rows.all()) await expect(row).toContainText("0.500");
});

test("samples of lm-evaluation-harness take their model from the results beside them", async ({
  page,
}) => {
  const wrong = chosen({ doc_id: 1, target: "0", acc: 0, acc_norm: 0 });
  await openView(page, "/overview");
  await dropFiles(page, [
    { name: SAMPLES_FILE, bytes: Buffer.from(lines(chosen(), wrong)) },
    { name: RESULTS_FILE, bytes: Buffer.from(results()) },
  ]);
  await expect(page.getByText(/4 rows kept in 2 runs/)).toBeVisible();
  await openViewOf(page, "maker/painter");
  const rows = page
    .getByRole("table")
    .first()
    .getByRole("row", { name: /maker\/painter/ });
  await expect(rows).toHaveCount(2);
});
