import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./test";
import { overflow } from "./views";

export interface Look {
  readonly name: string;
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

const themesAt = (width: number): Look[] =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${width} px, ${colorScheme}`,
    width,
    colorScheme,
  }));

/** Both widths that a view must work at, in both themes: all four of the shell and the first views. */
export const WIDE_LOOKS: readonly Look[] = themesAt(1280);
export const NARROW_LOOKS: readonly Look[] = themesAt(390);
/**
 * Both widths and both themes, each once, of every view: what a theme changes, its colours, does not
 * hang on the width.
 */
export const LOOKS: readonly Look[] = [...WIDE_LOOKS.slice(0, 1), ...NARROW_LOOKS.slice(1)];

/** Gives a page a width and a theme. */
async function wear(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

/** What axe asks of colours by itself; its stricter rules ask for more than WCAG's AA. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** No fault that axe finds, and no scrolling sideways. */
async function expectAccessible(page: Page, coloursAlone: boolean): Promise<void> {
  // Charts follow the width of the window by a frame.
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  // What passes is of no use here, and long tables pass thousands of times.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  if (coloursAlone) axe.withRules(COLOUR_RULES);
  const { violations } = await axe.analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes[0]?.html ?? ""}`)).toEqual([]);
}

/**
 * The same of an open page in several looks: it need not be loaded for each. Another theme at a width
 * that was looked at has the same elements, and is asked about its colours alone.
 */
export async function expectAccessibleIn(looks: readonly Look[], page: Page): Promise<void> {
  const seen = new Set<number>();
  for (const look of looks)
    await test.step(look.name, async () => {
      await wear(page, look);
      await expectAccessible(page, seen.has(look.width));
      seen.add(look.width);
    });
}
