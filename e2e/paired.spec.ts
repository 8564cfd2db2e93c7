import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectAccessibleIn, LOOKS, WIDE_LOOKS } from "./support/access";
import { dropFiles, queryOf, viewReady } from "./support/pages";
import { agrees, download, numberOf, tableOf, type Row } from "./support/report";
import { expect, test } from "./support/test";
import { detail, settled } from "./support/views";

const BUNDLE = "tests/fixtures/paired.json";

/** The view on the bundle of five and ten options, dropped beside the samples, which have no pair. */
async function openPaired(page: Page): Promise<void> {
  await page.goto("/paired");
  expect(await settled(page)).toBe("empty");
  await dropFiles(page, [{ name: "paired.json", bytes: await readFile(BUNDLE) }]);
  await viewReady(page);
}

async function reported(): Promise<Row> {
  const asked = ["foilscope", "report", BUNDLE, "--section", "paired"];
  const { stdout } = await promisify(execFile)("npx", asked);
  const [pair] = (JSON.parse(stdout) as { paired: Row[] }).paired;
  return pair ?? {};
}

const streams = (page: Page) => page.getByRole("list", { name: "Streams" });
const itemRows = (page: Page) =>
  page.getByRole("region", { name: "Items", exact: true }).locator("tbody tr");

test("the numbers are the report's, a stream leads to its items, and a link to both sides of one", async ({
  page,
}) => {
  test.slow();
  await openPaired(page);
  const pair = await reported();
  const rows = await tableOf(page);
  const stem = pair.by_stem as Record<string, Row>;
  const parts: Record<string, Row | undefined> = {
    "all shared items": pair,
    "flagged stems": stem.flagged,
    "unflagged stems": stem.unflagged,
    "length matched": pair.length_matched as Row,
  };
  expect(rows.map((row) => row.items)).toEqual(Object.keys(parts));
  for (const row of rows) {
    const own = parts[row.items ?? ""] ?? {};
    const text = JSON.stringify(row);
    for (const field of ["n_shared", "both", "lost", "gained", "neither", "change_pp"])
      expect(agrees(numberOf(row[field]), own[field]), `${field} ${text}`).toBe(true);
    expect(Number(row.p) / Number(own.mcnemar_p)).toBeCloseTo(1, 9);
    const [low, high] = own.wald_ci_pp as number[];
    expect(agrees(numberOf(row.ci_pp_low), low), text).toBe(true);
    expect(agrees(numberOf(row.ci_pp_high), high), text).toBe(true);
    const lost = own.lost_to as Row;
    for (const origin of ["borrowed", "original", "invalid"])
      expect(agrees(numberOf(row[`to_${origin}`]), lost[origin]), text).toBe(true);
  }
  const [all] = rows;
  const [low] = pair.cluster_bootstrap_ci_pp as number[];
  expect(agrees(numberOf(all?.bootstrap_ci_pp_low), low)).toBe(true);
  expect(agrees(numberOf(all?.known_fraction), pair.known_fraction)).toBe(true);
  expect((await download(page, "SVG")).toString("utf8")).toContain("to borrowed 21 · 10.5%");

  await streams(page).getByRole("button", { name: "to borrowed 21" }).click();
  await viewReady(page);
  await expect(
    page.getByRole("heading", { name: "21 items: lost to a borrowed option" }),
  ).toBeVisible();
  await expect(itemRows(page)).toHaveCount(21);
  // A count of the table lists its items, too.
  const flagged = page
    .getByRole("table")
    .first()
    .locator("tr", { hasText: "flagged stems" })
    .first();
  await flagged.getByRole("button", { name: "18", exact: true }).click();
  await viewReady(page);
  await expect(itemRows(page)).toHaveCount(18);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const panel = detail(page, "Item on both sides");
  await expect(panel.getByRole("list", { name: "Options" })).toHaveCount(2);
  await expect(panel).toContainText("1 of 18");
  await page.keyboard.press("j");
  await expect(panel).toContainText("2 of 18");
  const sides = [/^five-original/, /^ten-permuted/].map((name) =>
    panel.getByRole("region", { name }).first(),
  );
  await expect(sides[0]!.getByRole("listitem")).toHaveCount(5);
  await expect(sides[1]!.getByRole("listitem")).toHaveCount(10);
  await expect(sides[1]!.getByText("borrowed", { exact: true })).toHaveCount(5);
  for (const side of sides) await expect(side.getByText("gold", { exact: true })).toBeVisible();
  const title = await panel.getByRole("heading").first().innerText();
  expect(queryOf(page)).toMatch(/part=flagged&stream=lost&row=/);
  await page.reload();
  await viewReady(page);
  await expect(panel.getByRole("heading").first()).toHaveText(title);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("without a pair it says what to do, and has what was published", async ({ page }) => {
  await page.goto("/paired?published=1");
  expect(await settled(page)).toBe("empty");
  await expect(page.getByText("No pair of conditions")).toBeVisible();
  const table = page.getByRole("table");
  await expect(table.locator("tbody tr", { hasText: "flagged stems" }).first()).toContainText(
    "[−30.3, −18.5]",
  );
});

test("is accessible", async ({ page }) => {
  test.slow();
  await openPaired(page);
  await page.getByRole("checkbox", { name: "Published values (P2)" }).click();
  await expect(page.getByRole("figure", { name: /^gpt-6-astra, published/ })).toContainText(
    "lost 115",
  );
  await streams(page).getByRole("button", { name: "gained 6" }).click();
  await viewReady(page);
  await expectAccessibleIn(LOOKS, page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await itemRows(page).first().getByRole("button").click();
  await expect(
    detail(page, "Item on both sides").getByRole("list", { name: "Options" }),
  ).toHaveCount(2);
  await expectAccessibleIn(WIDE_LOOKS.slice(0, 1), page);
});
