import { facet, openView, queryOf, viewReady } from "./support/pages";
import { expectAccessibleIn, NARROW_LOOKS, WIDE_LOOKS } from "./support/access";
import { expect, test } from "./support/test";
import { goWithin, overflow } from "./support/views";

const VIEWS = ["overview", "scaling", "positions"] as const;

test("starts on the samples", async ({ page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await openView(page, "/");
  await expect(page).toHaveURL(/\/overview$/);
  await expect(page).toHaveTitle(/Overview/);
  await page.getByRole("button", { name: /^data:/ }).click();
  await expect(page.getByRole("dialog", { name: "Data" })).toContainText(
    /\d runs of .+, [\d,]+ resp/,
  );
  expect(problems).toEqual([]);
});

test("a filter is in the link, has a chip, and Back undoes it", async ({ page }) => {
  await openView(page, "/scaling");
  const models = await facet(page, "model");
  const first = models.getByRole("checkbox").first();
  const name = (await models.locator("label span[title]").first().getAttribute("title")) ?? "";
  const before = await page.locator("#view-title").textContent();

  await first.click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("model")).toBe(name);
  await viewReady(page);
  await expect(page.locator("#view-title")).not.toHaveText(before ?? "");
  const chips = page.getByRole("list", { name: "Filters in force" });
  await expect(chips).toContainText(name);

  await page.goBack();
  await expect(chips).toHaveCount(0);
  await expect(page.locator("#view-title")).toHaveText(before ?? "");
  await page.goForward();
  await expect(chips).toContainText(name);

  await chips.getByRole("button").click();
  await expect.poll(() => queryOf(page)).toBe("");
});

test("“only” keeps one value, and one button resets all", async ({ page }) => {
  await openView(page, "/scaling");
  const models = await facet(page, "model");
  await models.getByRole("checkbox").nth(0).click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("model")).not.toBeNull();
  await models.getByRole("checkbox").nth(1).click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("model")).toContain(",");
  const only = models.getByRole("button", { name: /^only / }).first();
  await only.focus();
  await only.press("Enter");
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("model")).not.toContain(",");
  // Where nothing is left to draw, the view offers the same button.
  const panel = page.getByRole("complementary", { name: "Filters" });
  await panel.getByRole("button", { name: "Reset all filters" }).click();
  await expect.poll(() => queryOf(page)).toBe("");
});

test("where nothing hovers, a count takes no filter and “only” stands beside it", async ({
  freshPage,
}) => {
  const phone = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };
  const page = await freshPage(undefined, phone);
  await openView(page, "/scaling?model=sim-tail");
  await page.getByRole("button", { name: "Filters (1)" }).tap();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const row = sheet.getByRole("listitem").filter({ hasText: "sim-uniform" });
  const count = row.locator(".tabular");
  const only = row.getByRole("button", { name: "only sim-uniform" });
  const [left, right] = [await count.boundingBox(), await only.boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  await count.tap();
  await expect.poll(() => queryOf(page)).toBe("?model=sim-tail,sim-uniform");
  await expect(count).toBeVisible();
  await only.tap();
  await expect.poll(() => queryOf(page)).toBe("?model=sim-uniform");
});

test("a link shows the same in a fresh profile", async ({ page, freshPage }) => {
  await openView(page, "/scaling?scale=log&interval=trial&N=4,10,100");
  const title = (await page.locator("#view-title").textContent()) ?? "";
  const table = (await page.getByRole("table").first().textContent()) ?? "";
  const other = await freshPage();
  await openView(other, page.url());
  await expect(other.locator("#view-title")).toHaveText(title);
  await expect(other.getByRole("table").first()).toHaveText(table);
});

test("a copied link names the snapshot", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openView(page, "/positions?k=5");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.searchParams.get("k")).toBe("5");
  expect(link.searchParams.get("data")).toMatch(/^[0-9a-f]{16}$/);
  await openView(page, link.href);
  await expect(page.getByText("The data have changed")).toHaveCount(0);
});

test("says what a link holds that is not known, and keeps the rest", async ({ page }) => {
  await openView(page, "/scaling?scale=log&model=no%20such&colour=red&k=900&data=00000000deadbeef");
  await expect(page.getByText("These data have no model “no such”")).toBeVisible();
  await expect(page.getByText("colour=red")).toBeVisible();
  await expect(page.getByText("k=900")).toBeVisible();
  await expect(page.getByText("The data have changed since this link was made")).toBeVisible();
  // The filter stays in the link until the reader removes it.
  expect(new URLSearchParams(queryOf(page)).get("model")).toBe("no such");
  await page.getByRole("button", { name: "Tidy the link" }).click();
  await page.getByRole("button", { name: "Remove from the link" }).click();
  await page.getByRole("button", { name: "Understood" }).click();
  await expect.poll(() => queryOf(page)).toBe("?scale=log");
});

test("works by keyboard", async ({ page }) => {
  await openView(page, "/overview");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // A key that is typed into a field is text.
  await (await facet(page, "item")).getByRole("searchbox").press("]");
  await page.locator("#view").focus();
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/\/scaling/);
  await viewReady(page);
  await page.keyboard.press("[");
  await expect(page).toHaveURL(/\/overview/);
  await openView(page, "/overview");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the view" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#view")).toBeFocused();
});

test("finds views, models and definitions by name", async ({ page }) => {
  await openView(page, "/overview");
  const dialog = page.getByRole("dialog");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("positions");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/positions$/);
  await viewReady(page);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("definition NA chance");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("Cannot say");
  await dialog.getByRole("button", { name: "Back to the list" }).click();
  await dialog.getByRole("combobox").fill("model");
  await expect(dialog.getByRole("option", { name: /only this model/ }).first()).toBeVisible();
  for (const label of ["Jobs", "New job", "Hosts"]) {
    await dialog.getByRole("combobox").fill(label);
    await expect(dialog.getByRole("option", { name: new RegExp(`^${label}`) })).toBeVisible();
  }
  await dialog.getByRole("combobox").fill("new job");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/jobs\/new$/);
});

test("the theme holds over a reload, without a flash", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openView(page, "/overview");
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.dataset.atStart = document.documentElement.className;
    });
  });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-at-start", /dark/);
});

test("embedded, a view stands without the shell", async ({ page }) => {
  await openView(page, "/scaling?embed=1");
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await expect(page.locator("#view-title")).toBeVisible();
});

test("says so when a page does not exist", async ({ page }) => {
  const response = await page.goto("/no-such-view");
  expect(response?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to the overview" }).click();
  await expect(page).toHaveURL(/\/overview$/);
});

for (const view of VIEWS) {
  test(`${view} fits a phone, with filters in a sheet`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openView(page, `/${view}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Filters" }).click();
    await expect(page.getByRole("dialog", { name: "Filters" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  test(`${view} has no accessibility fault`, async ({ page }) => {
    test.slow();
    await openView(page, `/${view}?model=sim-primacy,sim-tail,Phi-3-mini-4k-instruct`);
    await expectAccessibleIn(WIDE_LOOKS, page);
    // Published values stand beside on the narrow screen: all signs and notes are there too.
    await goWithin(page, `/${view}?model=sim-primacy&published=1`);
    await expect(page.getByRole("table").first()).not.toContainText("sim-tail");
    await viewReady(page);
    await expectAccessibleIn(NARROW_LOOKS, page);
  });
}
