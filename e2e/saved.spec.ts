import { openView, queryOf, viewReady } from "./support/pages";
import { expect, test } from "./support/test";

test("a view is saved under a name, found again, and removed", async ({ page }) => {
  await openView(page, "/scaling?env=full&metric=accuracy");
  const open = page.getByRole("button", { name: "Saved views" });
  const panel = page.getByRole("dialog", { name: "Saved views" });
  await open.click();
  await panel.getByRole("textbox", { name: "Name of this view" }).fill("full, accuracy");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("link", { name: "full, accuracy" })).toBeVisible();
  await page.keyboard.press("Escape");

  await openView(page, "/overview");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("full, acc");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/scaling");
  await viewReady(page);
  const query = new URLSearchParams(queryOf(page));
  expect([query.get("env"), query.get("metric")]).toEqual(["full", "accuracy"]);

  await open.click();
  await panel.getByRole("button", { name: "Remove full, accuracy" }).click();
  await expect(panel.getByRole("link")).toHaveCount(0);
});

test("a damaged list of saved views breaks nothing", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("foilscope-saved-views", "{"));
  await openView(page, "/overview");
  await page.getByRole("button", { name: "Saved views" }).click();
  await expect(page.getByRole("dialog", { name: "Saved views" })).toContainText("a link with a");
});
