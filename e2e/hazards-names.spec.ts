import type { Page } from "@playwright/test";
import { HOSTILE_NAMES, hostileFile } from "./support/hostile";
import { dropFiles, facet, queryOf } from "./support/pages";
import { expect, test } from "./support/test";
import { goToTab, overflow, settled, troubles, VIEWS } from "./support/views";

/** Elements that a name has made, and whether one has run. */
const made = (page: Page) =>
  page.evaluate(() => ({
    elements: [...document.querySelectorAll("img, think, body svg[onload], body script")]
      .map((element) => element.outerHTML)
      .filter((html) => html.includes("window.ran")),
    ran: "ran" in window,
  }));

test("names are text in every view, and none bursts it", async ({ page }) => {
  test.slow();
  const wrong = troubles(page);
  await page.goto("/overview?benchmark=" + encodeURIComponent(HOSTILE_NAMES.markup));
  await settled(page);
  await dropFiles(page, [hostileFile()]);
  // The file's own name is one of them.
  await expect(page.getByText(/<think>x<_think><img .*\.csv: 400 rows kept/)).toBeVisible();

  for (const view of VIEWS) {
    await goToTab(page, view);
    const says = page.locator("#view");
    // Items are named alike in all models, so the title may not name them; the tables do.
    if (view !== "reference") await expect(says, view).toContainText("<think>x</think><img src=x");
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      // Charts follow the width of the window by a frame.
      await expect.poll(() => overflow(page), `${view}, ${width}`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await made(page), view).toEqual({ elements: [], ran: false });
  }

  // Filters, the open run, the open response, and the list of data.
  await goToTab(page, "runs");
  const run = page.getByRole("list", { name: "Runs" }).locator("> li");
  await expect(run).toHaveCount(Object.keys(HOSTILE_NAMES).length);
  await run.first().getByRole("button").first().click();
  await expect(page.getByRole("complementary", { name: /^Run / })).toBeVisible();
  await goToTab(page, "responses");
  await page.locator("[data-index='0']").click();
  await expect(page.getByRole("complementary", { name: "Response" })).toBeVisible();
  const models = await facet(page, "model");
  await models.getByRole("checkbox", { name: /^"><script>/ }).click();
  const chips = page.getByRole("list", { name: "Filters in force" });
  await expect(chips).toContainText(HOSTILE_NAMES.script);
  expect(new URLSearchParams(queryOf(page)).get("model")).toBe(HOSTILE_NAMES.script);
  await settled(page);
  await page.getByRole("button", { name: /^data:/ }).click();
  await expect(page.getByRole("dialog", { name: "Data" })).toContainText("<think>x<_think>");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await made(page)).toEqual({ elements: [], ran: false });
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("onload");
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText("<script>");
  expect(await made(page)).toEqual({ elements: [], ran: false });
  expect(wrong).toEqual([]);
});
