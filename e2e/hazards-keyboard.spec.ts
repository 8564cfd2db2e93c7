import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";
import { goToTab, settled, VIEWS } from "./support/views";

const MARK = "data-stop";

/** What Tab has to reach: all that can be pressed, ticked, chosen, typed into or scrolled by keys. */
const CONTROLS = "a[href], button, input, select, textarea, summary, [role=slider], [tabindex='0']";

/** What one round of Tab met in the page. */
interface Round {
  readonly met: number[];
  /** Stops at which a reader does not see where the focus is. */
  readonly unseen: string[];
  end?: () => void;
}

/**
 * Numbers the controls of the page and listens where the focus goes. A focus is seen where a line is
 * drawn about the element, or about the label that draws it.
 */
function watchFocus(page: Page, within: string): Promise<number> {
  return page.evaluate(
    ({ mark, selector, within }) => {
      const round: Round = { met: [], unseen: [] };
      const place = document.querySelector<HTMLElement>(within) ?? document.body;
      const found = [...place.querySelectorAll<HTMLElement>(selector)].filter(
        (element) =>
          !element.matches(":disabled, [tabindex='-1']") &&
          element.checkVisibility({ visibilityProperty: true }) &&
          element.closest("[inert], [aria-hidden=true]") === null &&
          // Of a group of radio buttons Tab meets the one that is chosen; arrows move on.
          !(element.matches("[type=radio]") && !element.matches(":checked")),
      );
      for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark);
      found.forEach((element, i) => element.setAttribute(mark, String(i)));
      const drawn = (element: Element | null) => {
        if (element === null) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        const line = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
        return line && width > 1 && height > 1;
      };
      const listener = ({ target }: FocusEvent) => {
        if (!(target instanceof HTMLElement)) return;
        round.met.push(Number(target.getAttribute(mark) ?? -1));
        if (!drawn(target) && !drawn(target.closest("label")))
          round.unseen.push(target.outerHTML.slice(0, 160));
      };
      round.end = () => document.removeEventListener("focusin", listener);
      Object.assign(window, { round });
      // Tab starts at the top of the place.
      const own = place.getAttribute("tabindex");
      place.tabIndex = -1;
      place.focus();
      if (own === null) place.removeAttribute("tabindex");
      document.addEventListener("focusin", listener);
      return found.length;
    },
    { mark: MARK, selector: CONTROLS, within },
  );
}

/** Tabs through a part of the page once: the controls that were not met, and those not seen in focus. */
async function tabRound(page: Page, within: string) {
  const count = await watchFocus(page, within);
  expect(count).toBeGreaterThan(3);
  // A key that is held repeats, which moves the focus as every press does.
  for (let i = 0; i < count + 3; i += 1) await page.keyboard.down("Tab");
  await page.keyboard.up("Tab");
  return page.evaluate((mark) => {
    const { round } = window as unknown as { round: Round };
    round.end?.();
    const missed = [...document.querySelectorAll(`[${mark}]`)]
      .filter((element) => !round.met.includes(Number(element.getAttribute(mark))))
      .map((element) => element.outerHTML.slice(0, 160));
    return { missed, unseen: round.unseen };
  }, MARK);
}

test("Tab reaches every control of every view, and shows where it is", async ({ page }) => {
  test.slow();
  // Few rows: the rule is the same for each of them.
  await page.goto("/overview?model=sim-tail,sim-uniform&N=4,10&published=1");
  await settled(page);
  // What stands around the views is the same for all of them.
  expect(await tabRound(page, "body")).toEqual({ missed: [], unseen: [] });
  for (const view of VIEWS) {
    await goToTab(page, view);
    expect(await tabRound(page, "#view"), view).toEqual({ missed: [], unseen: [] });
  }
});

test("brackets walk round all views; ? and the palette open from each", async ({ page }) => {
  await page.goto("/overview?model=sim-tail,sim-uniform&k=5");
  const dialog = page.getByRole("dialog");
  for (const view of [...VIEWS, VIEWS[0]]) {
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/${view}`);
    await settled(page);
    await page.keyboard.press("?");
    await expect(dialog).toHaveAccessibleName("Keyboard");
    // A dialog keeps the keys to itself.
    await page.keyboard.press("]");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press("ControlOrMeta+k");
    await expect(dialog.getByRole("combobox")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press("]");
  }
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/${VIEWS[1]}`);
  expect(new URL(page.url()).search).toBe("?model=sim-tail,sim-uniform&k=5");
  // Keys come faster than views open.
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/reference");
});

test("every view with a chart has a table of it", async ({ page }) => {
  test.slow();
  await page.goto("/overview?model=sim-tail,sim-uniform&N=4,10");
  await settled(page);
  const charted: string[] = [];
  for (const view of VIEWS) {
    await goToTab(page, view);
    const charts = await page.getByRole("figure").count();
    if (charts === 0) continue;
    charted.push(view);
    const rows = page.getByRole("table").first().getByRole("row");
    expect(await rows.count(), view).toBeGreaterThan(1);
  }
  expect(charted).toEqual(["scaling", "positions", "padding", "figures", "items", "compare"]);
});
