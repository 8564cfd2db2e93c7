import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf, viewReady } from "./support/pages";
import { agrees, numberOf, report, tableOf, type Row } from "./support/report";
import { expect, test } from "./support/test";
import { overflow } from "./support/views";

test("the table holds the report's items, by drop, all of them in the file", async ({ page }) => {
  test.slow();
  await openView(page, "/items?model=sim-tail,sim-uniform");
  const rows = await tableOf(page);
  const { items = [] } = await report("items");
  const of = (row: Record<string, string>, n: number): Row | undefined =>
    items.find(
      (r) =>
        r.model === row.model &&
        r.environment === row.environment &&
        r.padding === "none" &&
        r.item_id === row.item &&
        r.n_options === n,
    );
  // Two models, two environments, thirty items.
  expect(rows).toHaveLength(120);
  for (const row of rows) {
    const [low, high] = [of(row, 4), of(row, 100)];
    const drop = 100 * (Number(low?.accuracy) - Number(high?.accuracy));
    expect(agrees(numberOf(row.drop_pp), drop), JSON.stringify(row)).toBe(true);
    expect(agrees(numberOf(row.acc_20), of(row, 20)?.accuracy), JSON.stringify(row)).toBe(true);
    const [from, to] = (high?.acc_trial_ci ?? [null, null]) as (number | null)[];
    expect(agrees(numberOf(row.acc_trial_ci_low), from)).toBe(true);
    expect(agrees(numberOf(row.acc_100_ci_high), to)).toBe(true);
    expect(Number(row.n)).toBe(high?.n);
  }
  const drops = rows.map((row) => Number(row.drop_pp));
  expect(drops).toEqual([...drops].sort((a, b) => b - a));
});

test("sorts by any N, and the link shows the same again", async ({ page, context }) => {
  test.slow();
  await openView(page, "/items?model=sim-uniform&scale=log");
  const heading = page.getByRole("columnheader", { name: "N=10", exact: true });
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("sort")).toBe("-acc_10");
  await viewReady(page);
  const table = (await page.getByRole("table").first().textContent()) ?? "";
  const other = await context.newPage();
  await openView(other, page.url());
  await expect(other.getByRole("table").first()).toHaveText(table);
  await page.getByText("By section", { exact: true }).click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("sort")).toBe("section");
});

test("a row leads to the responses of its item, and so does the chart", async ({ page }) => {
  await openView(page, "/items?model=sim-uniform");
  await page.keyboard.press("j");
  const row = page.locator("th[scope=row] button").first();
  await expect(row).toBeFocused();
  const item = ((await row.textContent()) ?? "").trim();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/responses\?/);
  expect(new URLSearchParams(queryOf(page)).get("item")).toBe(item);
  await page.goBack();
  await viewReady(page);
  const chart = page.getByRole("figure").first();
  await chart.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await expect(chart.locator("[aria-live=polite]")).toContainText(/\d\.\d{3} \[.+\], n = \d+/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/responses\?/);
  const query = new URLSearchParams(queryOf(page));
  expect(query.get("N")).toBe("4");
  expect(query.get("item")).not.toBeNull();
});

test("fixed questions have no curve, and the view says why", async ({ page }) => {
  await openView(page, "/items?benchmark=mmlu-pro");
  await expect(page.getByText(/No curve of .+ on fixed questions/)).toBeVisible();
  await expect(page.getByRole("figure")).toHaveCount(0);
  await expect(page.locator("th[scope=row]").first()).toBeVisible();
});

test("fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openView(page, "/items");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("no accessibility fault and no overflow, in every look", async ({ page }) => {
  test.slow();
  // One model and environment have every part of the view; axe reads each row of the table.
  await openView(page, "/items?model=sim-primacy&env=full");
  await expectAccessibleIn(LOOKS, page);
});
