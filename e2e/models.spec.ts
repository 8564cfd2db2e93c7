import { expectAccessibleIn, LOOKS } from "./support/access";
import { dropFiles, openView, queryOf, viewReady } from "./support/pages";
import { pilotFile } from "./support/pilot";
import { agrees, numberOf, report, tableOf } from "./support/report";
import { expect, test } from "./support/test";

test("the table holds the report's fixed runs, best first, with what they took", async ({
  page,
}) => {
  await openView(page, "/models");
  const rows = await tableOf(page);
  const { accuracy = [] } = await report("accuracy");
  // Six models' answers to MMLU-Pro by our scorer; simulated runs repeat their items.
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    const own = accuracy.find((r) => r.run_id === row.run_id);
    const text = JSON.stringify(row);
    expect(own?.kind).toBe("fixed");
    for (const field of ["accuracy", "guess_adjusted", "valid_rate", "n"])
      expect(agrees(numberOf(row[field]), own?.[field]), `${field} of ${text}`).toBe(true);
    const [low, high] = own?.wilson as number[];
    expect(agrees(numberOf(row.accuracy_ci_low), low), text).toBe(true);
    expect(agrees(numberOf(row.accuracy_ci_high), high), text).toBe(true);
    expect(row.scorer).toBe("declaration-1");
    // Nobody reports times or tokens: unknown, and not 0.
    expect([row.seconds_per_item, row.mean_completion_tokens, row.parameters]).toEqual([
      "",
      "",
      "",
    ]);
  }
  const ranks = rows.map((row) => Number(row.guess_adjusted));
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  await expect(page.getByText("No run in view reports seconds an item")).toBeVisible();
});

test("draws accuracy against what an answer took, from a dropped file", async ({ page }) => {
  test.slow();
  await openView(page, "/models");
  await dropFiles(page, [pilotFile()]);
  await expect(page.getByText(/^pilot\.csv: 400 rows kept/)).toBeVisible();
  await viewReady(page);
  const figure = page.getByRole("figure", { name: /accuracy by seconds an item/ });
  // A point each of two models and two modes.
  await expect(figure.locator("[data-series]")).toHaveCount(4);
  const named = page.getByRole("rowheader", { name: "gemma4:e4b · direct" });
  const row = page.getByRole("row").filter({ has: named });
  await expect(row).toContainText("0.420");
  await expect(row).toContainText("[0.328, 0.518]");
  await expect(row).toContainText("0.10");
  // Two lines of 20 pixels and the cell's own room; the table scrolls by itself.
  for (const one of await page.getByRole("row").filter({ hasText: "gemma4" }).all())
    expect((await one.boundingBox())?.height).toBeLessThan(56);
  await page.getByText("Completion tokens", { exact: true }).click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("against")).toBe("tokens");
  await expect(page.getByRole("figure", { name: /by mean completion tokens/ })).toBeVisible();
  await page.getByLabel("Published values (P2)").click();
  const published = page.getByRole("region", { name: /As published, P2 Table 9/ });
  await expect(published.getByRole("row", { name: /muse-glimmer:30b/ })).toContainText("13.65");
  // Beside local runs at ten options: 24 models of the paper have an accuracy.
  const beside = page.getByRole("figure", { name: /completion tokens.*as published/ });
  await expect(beside.locator("[data-series]")).toHaveCount(4 + 24);
  await expectAccessibleIn(LOOKS, page);
  await row.getByRole("button", { name: /gemma4:e4b · direct/ }).click();
  await expect(page).toHaveURL(/\/responses\?.*run=gemma4:e4b\+direct/);
});
