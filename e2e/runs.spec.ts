import type { Page } from "@playwright/test";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView } from "./support/pages";
import { expect, test } from "./support/test";
import { detail } from "./support/views";

const runs = (page: Page) => page.getByRole("list", { name: "Runs" }).locator("> li");
const panel = (page: Page) => detail(page, /^Run /);
const number = (text: string | null) => Number((text ?? "").replaceAll(/[^\d]/g, ""));

test("lists every run with outcomes that add up to what was planned", async ({ page }) => {
  await openView(page, "/runs");
  expect(await runs(page).count()).toBeGreaterThan(10);
  const first = runs(page).first();
  await first.getByRole("button").first().click();
  const table = panel(page).getByRole("table");
  await expect(table).toBeVisible();
  const counts = (await table.getByRole("cell").allTextContents()).map(number);
  const planned = counts.pop();
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(planned);
  await expect(panel(page)).toContainText("schema version");
});

test("shows accuracy over scored and over planned, both labelled", async ({ page }) => {
  await openView(page, "/runs?benchmark=mmlu-pro");
  await expect(runs(page).first()).toContainText(/of [\d,]+ scored/);
  await expect(runs(page).first()).toContainText("of 12,032 planned");
});

test("marks simulated runs, and says where imported ones come from", async ({ page }) => {
  await openView(page, "/runs");
  await expect(runs(page).filter({ hasText: "simulated-massive-option" }).first()).toContainText(
    "simulated",
  );
  const imported = runs(page).filter({ hasText: "mmlu-pro" }).first();
  await expect(imported).toContainText("imported");
  await imported.getByRole("button").first().click();
  await expect(panel(page)).toContainText("licence");
  await expect(panel(page)).toContainText("Comparable with");
});

test("a part of a run leads to its responses, as many as it says", async ({ page }) => {
  await openView(page, "/runs?benchmark=mmlu-pro");
  const link = runs(page)
    .first()
    .getByRole("link", { name: /^answered, wrong/ });
  const count = number(await link.textContent());
  expect(count).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL(/\/responses\?/);
  await expect(page.locator("#view-title")).toContainText(
    `${count.toLocaleString("en-US")} answered responses`,
  );
});

test("the open run is in the link, moves with j and k, and closes with escape", async ({
  page,
}) => {
  await openView(page, "/runs");
  await runs(page).first().getByRole("button").first().click();
  const first = new URL(page.url()).searchParams.get("row");
  await page.keyboard.press("j");
  await expect.poll(() => new URL(page.url()).searchParams.get("row")).not.toBe(first);
  await page.keyboard.press("k");
  await expect.poll(() => new URL(page.url()).searchParams.get("row")).toBe(first);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await openView(page, "/runs?row=gone");
  await expect(page.getByText("is not among those shown")).toBeVisible();
});

test("no accessibility fault and no overflow, in every look", async ({ page }) => {
  test.slow();
  await openView(page, "/runs");
  await expectAccessibleIn(LOOKS, page);
  // Opened on the narrow screen, where it is a sheet, and seen on the wide one as a panel.
  await runs(page).first().getByRole("button").first().click();
  await expect(panel(page)).toBeVisible();
  await expectAccessibleIn(LOOKS, page);
});
