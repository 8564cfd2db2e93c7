import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessibleIn, LOOKS, type Look } from "./support/access";
import { serveStore } from "./support/serve";
import { expect, test } from "./support/test";
import { goToTab, settled, troubles, VIEWS } from "./support/views";

/** Views that stand on the data. */
const OF_DATA = VIEWS.filter((view) => view !== "reference");

/** Each test wears one of the looks: what is drawn is nearly the same in both. */
const [WIDE, NARROW] = [LOOKS.slice(0, 1), LOOKS.slice(1)];

/** Every view in some themes and widths, within one load of the page. */
async function expectBareViews(page: Page, says: RegExp, looks: readonly Look[]): Promise<void> {
  for (const view of OF_DATA) {
    await goToTab(page, view);
    await expect(page.locator("#view").getByText(says).first(), view).toBeVisible();
    // An empty list of responses keeps its headings, with the filters under them.
    if (view !== "responses") await expect(page.getByRole("table"), view).toHaveCount(0);
    await expect(page.getByRole("figure"), view).toHaveCount(0);
    for (const file of ["CSV", "SVG", "PNG"])
      await expect(page.getByRole("button", { name: file, exact: true }), view).toHaveCount(0);
    await test.step(view, () => expectAccessibleIn(looks, page));
    await page.setViewportSize({ width: 1280, height: 800 });
  }
}

test("without any data every view says what to do", async ({ freshPage }) => {
  test.slow();
  const dir = await mkdtemp(join(tmpdir(), "foilscope-empty-"));
  await mkdir(join(dir, "runs"));
  const served = await serveStore(dir);
  try {
    const page = await freshPage(served.origin);
    const wrong = troubles(page);
    await page.goto("/overview");
    await settled(page);
    await expectBareViews(page, /Drop a file of responses/, WIDE);
    expect(wrong).toEqual([]);
  } finally {
    await served.stop();
    await rm(dir, { recursive: true, force: true });
  }
});

test("where filters leave nothing every view says which to remove", async ({ page }) => {
  test.slow();
  // Two values that the data have, and never together.
  await page.goto("/overview?model=sim-tail&benchmark=mmlu-pro");
  expect(await settled(page)).toBe("empty");
  await expectBareViews(page, /No data under these filters/, NARROW);
  await goToTab(page, "items");
  await page.getByRole("button", { name: "Remove the filter on benchmark" }).click();
  await expect(page.getByRole("figure").first()).toBeVisible();
});
