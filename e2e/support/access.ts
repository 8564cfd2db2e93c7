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

/** Both widths that a view must work at, in both themes. */
export const WIDE_LOOKS: readonly Look[] = themesAt(1280);
export const NARROW_LOOKS: readonly Look[] = themesAt(390);
export const LOOKS: readonly Look[] = [...WIDE_LOOKS, ...NARROW_LOOKS];

/** Gives a page a width and a theme. */
async function wear(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

/** No fault that axe finds, and no scrolling sideways. */
async function expectAccessible(page: Page): Promise<void> {
  // Charts follow the width of the window by a frame.
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  // What passes is of no use here, and long tables pass thousands of times.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes[0]?.html ?? ""}`)).toEqual([]);
}

/** The same of an open page in several looks: it need not be loaded for each. */
export async function expectAccessibleIn(looks: readonly Look[], page: Page): Promise<void> {
  for (const look of looks)
    await test.step(look.name, async () => {
      await wear(page, look);
      await expectAccessible(page);
    });
}
