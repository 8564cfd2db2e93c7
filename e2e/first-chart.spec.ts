import type { Page } from "@playwright/test";
import { facet, openView, viewReady } from "./support/pages";
import { tableOf } from "./support/report";
import { expect, test } from "./support/test";

/**
 * Of the views whose first questions a snapshot answers (lib/questions/first.ts) two plain ones and the
 * one that asks most; unit tests compare every recorded answer.
 */
const CHARTED = ["overview", "scaling", "figures"] as const;

/** Holds the engine's wasm back until the returned function is called. */
async function holdEngine(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  await page.route("**/*.wasm", async (route) => {
    // That the file is there is asked beforehand, and told.
    if (route.request().method() === "GET") await held.promise;
    await route.fallback();
  });
  return () => held.resolve(undefined);
}

/** Opens a view whose engine is held back, and waits for what is drawn without it. */
async function openHeld(page: Page, view: string): Promise<() => void> {
  const letGo = await holdEngine(page);
  await page.goto(`/${view}`);
  await expect(page.locator("[data-view-status]")).toHaveAttribute("data-view-status", "ready", {
    timeout: 20_000,
  });
  await expect(page.locator("[data-following][aria-busy=true]")).toHaveCount(0);
  await expect(
    page.getByRole("complementary", { name: "Filters" }).locator("summary"),
  ).not.toHaveCount(0);
  return letGo;
}

/** Title, curves, the rows of the view's table, and the counts beside the filters. */
async function shownBy(page: Page) {
  return {
    title: await page.locator("#view-title").innerText(),
    curves: await page
      .locator("[data-series] path, td svg[role=img] path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d"))),
    rows: await tableOf(page),
    filters: await page.getByRole("complementary", { name: "Filters" }).innerText(),
  };
}

for (const view of CHARTED)
  test(`${view} is drawn while the engine starts, with the engine's own numbers`, async ({
    page,
    freshPage,
  }) => {
    test.slow();
    const asked = await freshPage();
    await asked.route("**/answers.json", (route) => route.fulfill({ status: 404 }));
    await openView(asked, `/${view}`);
    const byEngine = await shownBy(asked);
    expect(byEngine.curves.length).toBeGreaterThan(0);
    expect(byEngine.rows.length).toBeGreaterThan(0);
    await asked.close();

    const letGo = await openHeld(page, view);
    expect(await shownBy(page)).toEqual(byEngine);
    await expect(page.locator("[data-engine]")).toHaveAttribute("data-engine", "opening");
    letGo();
    await viewReady(page);
    expect(await shownBy(page)).toEqual(byEngine);
  });

test("a filter that is set meanwhile waits for the engine, and the page says so", async ({
  page,
}) => {
  test.slow();
  const letGo = await openHeld(page, "scaling");
  const before = await tableOf(page);
  const model = "sim-tail";
  await (
    await facet(page, "model")
  )
    .getByRole("checkbox", { name: new RegExp(`^${model}`) })
    .click();
  const behind = page.locator("[data-view-status] > [aria-busy=true]");
  await expect(behind).toHaveCount(1);
  const note = page.getByRole("status").filter({ hasText: "wait for the database engine" });
  await expect(note).toBeVisible();
  letGo();
  await viewReady(page);
  await expect(note).toHaveCount(0);
  const own = before.filter((row) => row.model === model);
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThan(before.length);
  expect(await tableOf(page)).toEqual(own);
});

test("answers that are damaged are left alone: the engine answers", async ({ page }) => {
  await page.route("**/answers.json", async (route) => {
    const reply = await route.fetch();
    const text = await reply.text();
    await route.fulfill({
      body: text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)),
    });
  });
  const answers = page.waitForResponse("**/answers.json");
  await openView(page, "/scaling");
  expect((await answers).ok()).toBe(true);
  await expect(page.getByRole("alert").filter({ hasText: "could not" })).toHaveCount(0);
});

test("a chart stays beside the message that the engine could not be started", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto("/scaling");
  await expect(page.getByRole("alert").filter({ hasText: "could not be opened" })).toBeVisible();
  await expect(page.locator("[data-view-status]")).toHaveAttribute("data-view-status", "ready");
  await expect(page.locator("[data-series] path").first()).toBeVisible();
});
