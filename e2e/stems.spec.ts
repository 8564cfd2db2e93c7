import { readFile } from "node:fs/promises";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf, viewReady } from "./support/pages";
import { agrees, numberOf, report, tableOf } from "./support/report";
import { expect, test } from "./support/test";
import { goWithin } from "./support/views";

test("the table holds the report's gaps, widest first, with a panel each run", async ({ page }) => {
  await openView(page, "/stems");
  const rows = await tableOf(page);
  const { stems = [] } = await report("stems");
  // Six models' answers to MMLU-Pro; the simulated runs have no stems.
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    const own = stems.find((r) => r.run_id === row.run_id);
    const text = JSON.stringify(row);
    for (const field of ["flagged", "unflagged", "gap_pp", "n_flagged", "n_unflagged"])
      expect(agrees(numberOf(row[field]), own?.[field]), text).toBe(true);
    const [low, high] = own?.gap_ci_pp as number[];
    expect(agrees(numberOf(row.gap_ci_pp_low), low), text).toBe(true);
    expect(agrees(numberOf(row.gap_ci_pp_high), high), text).toBe(true);
    expect(row.rules).toBe("en-1");
    expect(Number(row.n_unknown)).toBe(0);
  }
  const gaps = rows.map((row) => Number(row.gap_pp));
  expect(gaps).toEqual([...gaps].sort((a, b) => b - a));
  await expect(page.getByRole("figure")).toHaveCount(6);

  // The same numbers as the second paper sets them, with both sides whatever stems are chosen.
  await goWithin(page, "/stems?stem=flagged");
  await viewReady(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Copy table" }).click();
  await page.getByRole("menuitem", { name: "P2 Table 4 to a .md file" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  for (const row of rows) {
    const side = (name: string) => (100 * (numberOf(row[name]) ?? NaN)).toFixed(1);
    const line = text.split("\n").find((one) => one.startsWith(`| ${row.model ?? ""}<sup>`));
    expect(line).toContain(`| mmlu-pro | ${side("unflagged")} | ${side("flagged")} |`);
  }
});

test("lists stems with what the rule stood on marked, and keeps one side", async ({ page }) => {
  await openView(page, "/stems?section=biology");
  const list = page.getByRole("region", { name: "The stems, flagged ones first" });
  const first = list.getByRole("listitem").first();
  await expect(first).toHaveAttribute("data-stem", "flagged");
  await expect(first).toContainText("by en-1");
  const marked = ((await first.locator("mark").first().textContent()) ?? "").trim();
  await expect(first).toContainText(`found: ${marked}`);
  const table = (await page.getByRole("table").first().textContent()) ?? "";
  await list.getByText("Unflagged", { exact: true }).click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("stem")).toBe("unflagged");
  await viewReady(page);
  await expect(list.locator("[data-stem=flagged]")).toHaveCount(0);
  await expect(list.locator("[data-stem=unflagged]").first()).toBeVisible();
  // The gap still has both sides.
  await expect(page.getByRole("table").first()).toHaveText(table);
  await list.locator("[data-stem=unflagged] button").first().click();
  await expect(page).toHaveURL(/\/responses\?/);
});

test("says so where no run has a flag", async ({ page }) => {
  await openView(page, "/stems?model=sim-tail");
  await expect(page.getByText("No run in view has stems with a flag.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("is accessible", async ({ page }) => {
  test.slow();
  await openView(page, "/stems?section=biology&published=1");
  await expect(page.locator("mark").first()).toBeVisible();
  // Six runs, none of them of the paper's models: these have panels of their own.
  await expect(page.getByRole("figure")).toHaveCount(6 + 3);
  await expectAccessibleIn(LOOKS, page);
});
