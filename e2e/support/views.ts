import type { Locator, Page } from "@playwright/test";
import { decodeState, hrefOf, viewOfPath } from "../../lib/view-state/codec";
import { VIEWS } from "../../lib/view-state/state";
import { expect } from "./test";

export { VIEWS };

const COMES_TO_REST = /^(ready|empty|error)$/;
const ENGINE_AT_REST = /^(open|failed)$/;

/** The link of the present address as the view writes it, without what it does not know. */
function linkOf(page: Page): string {
  const { pathname, searchParams } = new URL(page.url());
  const view =
    viewOfPath(
      pathname
        .split("/")
        .at(-1)
        ?.replace(/\.html$/, "") ?? "",
    ) ?? VIEWS[0];
  return hrefOf(decodeState(view, searchParams).state);
}

/** Waits until the view has come to rest as that of the present address; says how. */
export async function settled(page: Page, how = COMES_TO_REST): Promise<string> {
  const view = page.locator("[data-view-status]");
  // The first start of the engine compiles 34 MB of wasm, beside another browser. A view may be drawn
  // before it ends, but what a test does next waits for it.
  await expect(page.locator("[data-engine]")).toHaveAttribute("data-engine", ENGINE_AT_REST, {
    timeout: 45_000,
  });
  await expect(view).toHaveAttribute("data-view-status", how, { timeout: 45_000 });
  // The address changes first, the view a moment later.
  await expect
    .poll(async () => (await view.getAttribute("data-view-link")) === linkOf(page))
    .toBe(true);
  await expect(view.locator("[aria-busy=true]")).toHaveCount(0);
  return (await view.getAttribute("data-view-status")) ?? "";
}

/** Changes the link of the present view without loading the page, as Back does. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, "", to), address);
}

/** Goes to another view by its tab, whose link keeps the filters and the chart options. */
export async function goToTab(page: Page, view: string): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "Views" });
  const group = tabs.locator(`button[data-views~="${view}"][aria-expanded=false]`);
  if ((await group.count()) > 0) await group.click();
  await tabs.locator(`a[href^="/${view}"]`).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/${view}`);
  await settled(page);
}

/** Pixels that the page scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What goes wrong in a page unseen: uncaught errors, errors on its console, dialogs that open. */
export function troubles(page: Page): string[] {
  const seen: string[] = [];
  page.on("pageerror", (error) => seen.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") seen.push(message.text());
  });
  page.on("dialog", (dialog) => {
    seen.push(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  return seen;
}

/** What tells about the open row: a panel beside the list, or a sheet over a narrow screen. */
export const detail = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("complementary", { name }).or(page.getByRole("dialog", { name }));
