import { readFile } from "node:fs/promises";
import { openView, queryOf, viewReady } from "./support/pages";
import { agrees, download, isRepeated, numberOf, report, tableOf } from "./support/report";
import { csvRows } from "./support/rows";
import { expect, test } from "./support/test";

test("the table holds the report's values", async ({ page }) => {
  test.slow();
  await openView(page, "/scaling");
  const rows = await tableOf(page);
  const { scaling = [] } = await report("scaling");
  expect(rows.length).toBeGreaterThan(0);
  const unpadded = scaling.filter((row) => row.padding === "none" && isRepeated(row));
  expect(rows).toHaveLength(unpadded.length);
  for (const row of rows) {
    const same = unpadded.find(
      (r) =>
        r.model === row.model &&
        (r.environment ?? "") === row.environment &&
        r.n_options === Number(row.n_options),
    );
    expect(same, JSON.stringify(row)).toBeDefined();
    const [low, high] = (same?.na_item_ci ?? [null, null]) as (number | null)[];
    const [trialLow] = (same?.na_trial_ci ?? [null, null]) as (number | null)[];
    const pairs: [string, unknown][] = [
      ["na", same?.na],
      ["accuracy", same?.accuracy],
      ["null_share", same?.null_share],
      ["na_item_ci_low", low],
      ["na_item_ci_high", high],
      ["na_trial_ci_low", trialLow],
      ["na_iqr_low", same?.na_q25],
      ["n_responses", same?.n_responses],
    ];
    for (const [name, value] of pairs) {
      expect(agrees(numberOf(row[name]), value), `${name} of ${JSON.stringify(row)}`).toBe(true);
    }
  }
});

test("the chart answers the keyboard and leads to the responses", async ({ page }) => {
  await openView(page, "/scaling");
  const chart = page.getByRole("figure").first();
  const plot = chart.getByRole("slider");
  await plot.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(plot).toHaveAttribute("aria-valuetext", "number of options N 10");
  const spoken = chart.locator("[aria-live=polite]");
  await expect(spoken).toContainText(/number of options N 10: .+ \d\.\d{3} \[.+\], n = [\d,]+/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/responses\?/);
  const query = new URLSearchParams(queryOf(page));
  expect(query.get("N")).toBe("10");
  expect(query.get("model")).not.toBeNull();
});

test("a curve is switched off by its name, and BI has a file of its own", async ({ page }) => {
  await openView(page, "/scaling?env=full");
  const name = page.getByRole("list", { name: "Curves" }).getByRole("button").first();
  await name.press("Enter");
  await expect(name).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => queryOf(page)).toContain("hide=");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV of “Bubble index”" }).click(),
  ]);
  const rows = csvRows(await readFile(await file.path(), "utf8"));
  const { bubble = [] } = await report("bubble");
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const same = bubble.find(
      (one) =>
        one.model === row.model &&
        one.environment === "full" &&
        one.padding === "none" &&
        one.n_low === Number(row.n_low) &&
        one.n_high === Number(row.n_high),
    );
    expect(agrees(numberOf(row.bi), same?.bi), JSON.stringify(row)).toBe(true);
  }
});

test("options stand in the link, and the link shows the same again", async ({ page, context }) => {
  test.slow();
  await openView(page, "/scaling");
  await page.getByText("Accuracy", { exact: true }).first().click();
  await page.getByText("Log", { exact: true }).click();
  await page.getByText("Middle half", { exact: true }).first().click();
  await expect.poll(() => queryOf(page)).toContain("scale=log");
  await expect(page.locator("#view-title")).toContainText("Accuracy against N");
  const other = await context.newPage();
  await other.goto(page.url());
  await viewReady(other);
  await expect(other.locator("#view-title")).toHaveText(
    (await page.locator("#view-title").textContent()) ?? "",
  );
  await expect(other.getByRole("radio", { name: "Log" })).toBeChecked();
});

test("the figure leaves as SVG that stands alone, and as PNG", async ({ page }) => {
  await openView(page, "/scaling");
  const svg = (await download(page, "SVG")).toString("utf8");
  const title = ((await page.locator("#view-title").textContent()) ?? "").split(" simulated")[0];
  const read = await page.evaluate((source) => {
    const doc = new DOMParser().parseFromString(source, "image/svg+xml");
    return {
      error: doc.querySelector("parsererror")?.textContent ?? null,
      title: doc.querySelector("title")?.textContent ?? "",
      fonts: (doc.querySelector("style")?.textContent.match(/@font-face/g) ?? []).length,
    };
  }, svg);
  expect(read.error).toBeNull();
  expect(title).toContain(read.title);
  expect(read.fonts).toBeGreaterThanOrEqual(2);
  expect(svg).toContain("simulated");
  const png = await download(page, "PNG");
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect(png.readUInt32BE(16)).toBe(2 * 718);
});
