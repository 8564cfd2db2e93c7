import { dropFiles, openView, queryOf, viewReady } from "./support/pages";
import { expect, test } from "./support/test";
import { troubles } from "./support/views";

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
  await panel.getByRole("button", { name: "Remove full, accuracy" }).press("Enter");
  await expect(panel.getByRole("link")).toHaveCount(0);
  await expect(panel.getByRole("textbox", { name: "Name of this view" })).toBeFocused();
});

test("a damaged list of saved views breaks nothing", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("foilscope-saved-views", "{"));
  await openView(page, "/overview");
  await page.getByRole("button", { name: "Saved views" }).click();
  const panel = page.getByRole("dialog", { name: "Saved views" });
  await expect(panel).toContainText("a link with a");
  await expect(panel).toContainText("Not readable, and left alone: 1 stored entry.");
  await panel.getByRole("button", { name: "Delete" }).click();
  await expect(panel).not.toContainText("Not readable");
});

test("a browser that keeps nothing loses that alone", async ({ page }) => {
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException("access is denied for this document", "SecurityError");
    };
    for (const storage of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, storage, { get: denied });
    StorageManager.prototype.getDirectory = denied;
  });
  const wrong = troubles(page);
  await openView(page, "/overview");
  await page.getByRole("button", { name: "Saved views" }).click();
  const panel = page.getByRole("dialog", { name: "Saved views" });
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("alert")).toContainText("The browser keeps nothing more");
  await page.keyboard.press("Escape");
  const rows = "model,n_options,item_id,gold_pos,resp_pos\nkept-m,4,q1,1,1\n";
  await dropFiles(page, [{ name: "small.csv", bytes: Buffer.from(rows) }]);
  await expect(page.getByText("small.csv: 1 row kept in 1 run")).toBeVisible();
  await page.getByRole("button", { name: /^data:/ }).click();
  await expect(page.getByText("gone when the page is closed or reloaded")).toBeVisible();
  expect(wrong).toEqual([]);
});
