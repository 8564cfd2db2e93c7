import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf, viewReady } from "./support/pages";
import { SIMULATED_BENCHMARK } from "@/lib/simulate/manifest";
import { download, isRepeated, numberOf, report, tableOf } from "./support/report";
import { serveStore } from "./support/serve";
import { expect, test } from "./support/test";
import { goWithin } from "./support/views";

/** Of Table 13 as the paper prints it: environment, model, N, NA and its interval. */
const PRINTED = [
  ["Full", "Gemini-3-Pro-preview", 100, 0.8557, 0.7669, 0.9446],
  ["Full", "EXAONE-4.0-32B", 4, 0.7492, 0.6309, 0.8675],
  ["Easy", "A.X-4.0", 20, 0.9487, 0.879, 1.0183],
] as const;

test("shows the printed values, and exports them", async ({ page }) => {
  await openView(page, "/reference?table=p1_table13");
  await expect(page.locator("#view-title")).toHaveText(/P1 Table 13 as published/);
  const table = page.getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(11);
  await expect(table.getByRole("row").nth(6)).toContainText(/0\.8557a ?\[0\.7669, 0\.9446\]/);
  const rows = await tableOf(page);
  expect(rows).toHaveLength(10);
  for (const [environment, model, n, na, low, high] of PRINTED) {
    const row = rows.find((one) => one.environment === environment && one.model === model);
    expect(numberOf(row?.[`na_${n}`])).toBe(na);
    expect(numberOf(row?.[`na_${n}_target_ci_low`])).toBe(low);
    expect(numberOf(row?.[`na_${n}_target_ci_high`])).toBe(high);
  }
  const svg = (await download(page, "SVG")).toString("utf8");
  expect(svg).toContain("arXiv:2604.14634v1");
  expect(svg).toContain("(a) Full, Gemini-3-Pro");
});

test("shows the second paper's tables, as it prints them", async ({ page }) => {
  await openView(page, "/reference?table=p2_table10");
  await expect(page.locator("#view-title")).toHaveText(/P2 Table 10 as published/);
  await expect(page.getByText(/arXiv:2609\.15467v1/).first()).toBeVisible();
  const row = page.getByRole("row", { name: /gemma4:26b/ });
  await expect(row).toContainText(/\[−3\.8, 11\.8\]/);
  await expect(row).toContainText(/0\.455[a-z]/);
  await expect(page.getByLabel("Notes").getByRole("definition")).toContainText("0.4545");
  await page.getByRole("combobox", { name: "Table" }).selectOption("p2_table9");
  const rows = await tableOf(page);
  expect(rows).toHaveLength(25);
  const small = rows.find((one) => one.model === "qwen3.5:0.8b");
  expect([numberOf(small?.params_billion), numberOf(small?.accuracy_ci_high)]).toEqual([0.85, 21]);
});

test("marks lead to their notes", async ({ page }) => {
  await openView(page, "/reference?table=p1_table9");
  const notes = page.getByLabel("Notes");
  await expect(notes.getByRole("definition")).toHaveCount(3);
  const cell = page.getByRole("cell", { name: "2,394" });
  await cell.getByRole("link", { name: "note j" }).press("Enter");
  await expect(notes.locator(":target")).toContainText("2934 would fit");
});

test("a table is chosen, sorted and linked; the link shows the same", async ({ page, context }) => {
  await openView(page, "/reference");
  const choice = page.getByRole("combobox", { name: "Table" });
  await choice.selectOption("p1_table14");
  await expect.poll(() => queryOf(page)).toBe("?table=p1_table14");
  await page.getByRole("button", { name: "KS" }).press("Enter");
  await expect(page.getByRole("columnheader", { name: "KS" })).toHaveAttribute(
    "aria-sort",
    /ending$/,
  );
  expect(queryOf(page)).toContain("sort=");
  const text = (await page.getByRole("table").textContent()) ?? "";
  const other = await context.newPage();
  await openView(other, page.url());
  await expect(other.getByRole("table")).toHaveText(text);
  await expect(other.getByRole("combobox", { name: "Table" })).toHaveValue("p1_table14");
  await page.goBack();
  await page.goBack();
  await expect(choice).toHaveValue("p1_table1");
});

test("copies the table as LaTeX and as Markdown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openView(page, "/reference?table=p1_table2");
  const copied = async (format: string) => {
    await page.getByRole("button", { name: "Copy table" }).press("Enter");
    await page.getByRole("menuitem", { name: `P1 Table 2 as ${format}` }).press("Enter");
    await expect(page.getByText(`P1 Table 2 copied as ${format}.`)).toBeVisible();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const latex = await copied("LaTeX");
  expect(latex).toContain("\\begin{tabular}{llrrrrrrrrr}");
  expect(latex).toContain("HyperCLOVAX-Think & 0.9257 & 0.2122 & 0.9009 & 0.2043");
  expect(await copied("Markdown")).toContain("| Full | HyperCLOVAX-Think | 0.9257 | 0.2122 |");
});

test("without a clipboard, as on plain http, the table leaves as a file", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "clipboard"));
  await openView(page, "/reference?table=p1_table2");
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.getByRole("menuitem", { name: "P1 Table 2 as LaTeX" }).click();
  await expect(page.getByText(/was not copied: .* It can be saved as a file\./)).toBeVisible();
  await page.getByRole("button", { name: "Copy table" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "P1 Table 2 to a .tex file" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.tex$/);
  expect(await readFile(await file.path(), "utf8")).toContain("\\begin{tabular}{llrrrrrrrrr}");
});

test("needs no data", async ({ freshPage }) => {
  test.slow();
  const dir = await mkdtemp(join(tmpdir(), "empty-store-"));
  const served = await serveStore(dir);
  try {
    const page = await freshPage(served.origin);
    await openView(page, "/reference?table=p1_table3");
    await expect(page.getByRole("row", { name: /HyperCLOVAX-Think/ })).toContainText("0.473");
  } finally {
    await served.stop();
    await rm(dir, { recursive: true, force: true });
  }
});

test("published values stand beside recomputed ones", async ({ page }) => {
  test.slow();
  await openView(page, "/scaling");
  const own = (await tableOf(page)).length;
  await page.getByRole("checkbox", { name: "Published values (P1)" }).click();
  await expect.poll(() => queryOf(page)).toContain("published=1");
  await viewReady(page);
  const rows = await tableOf(page);
  const { scaling = [] } = await report("scaling");
  const counts = new Set(scaling.filter(isRepeated).map((row) => Number(row.n_options)));
  expect(Math.min(...counts)).toBe(4);
  expect(Math.max(...counts)).toBe(100);
  expect(rows).toHaveLength(own + 2 * 5 * 5);
  const printed = rows.find(
    (row) =>
      row.model === "A.X-4.0, published (P1)" &&
      row.environment === "full" &&
      row.n_options === "50",
  );
  expect(numberOf(printed?.na)).toBe(0.6518);
  expect(numberOf(printed?.na_item_ci_low)).toBe(0.4963);
  await expect(
    page.getByRole("list", { name: "Curves" }).getByRole("button", { name: /published \(P1\)/ }),
  ).toHaveCount(5);
  await openView(page, `/overview?published=1&benchmark=${SIMULATED_BENCHMARK}`);
  await expect(page.getByRole("rowheader", { name: /published \(P1\)/ })).toHaveCount(10);
  await openView(page, "/positions?published=1");
  await expect(
    page
      .getByRole("table")
      .first()
      .getByRole("row", { name: /A\.X-4\.0, published/ })
      .first(),
  ).toContainText("0.904");
});

test("records leave in the paper's layout", async ({ page, context }) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openView(page, `/overview?benchmark=${SIMULATED_BENCHMARK}`);
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.getByRole("menuitem", { name: "P1 Table 2 as Markdown" }).click();
  await expect(page.getByText("P1 Table 2 copied as Markdown.")).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain("all simulated");
  const { scaling = [] } = await report("scaling");
  const one = scaling.find(
    (row) =>
      row.benchmark === SIMULATED_BENCHMARK &&
      row.environment === "full" &&
      row.n_options === 100 &&
      row.padding === "none",
  );
  const line = text.split("\n").find((row) => row.startsWith(`| Full | ${String(one?.model)} |`));
  expect(line).toContain(Number(one?.accuracy).toFixed(4));
  // What was said holds for what was copied: other filters make another table.
  await goWithin(page, `/overview?benchmark=${SIMULATED_BENCHMARK}&env=full`);
  await expect(page.getByText("P1 Table 2 copied as Markdown.")).toHaveCount(0);
});

test("no accessibility fault and no overflow, in every look", async ({ page }) => {
  test.slow();
  await openView(page, "/reference?table=p1_table2");
  await expectAccessibleIn(LOOKS, page);
});
