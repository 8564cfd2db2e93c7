import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test";
import { overflow } from "./views";

export interface Look {
  readonly name: string;
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

/** Both widths that a view must work at, in both themes. */
export const LOOKS: readonly Look[] = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${width} px, ${colorScheme}`,
    width,
    colorScheme,
  })),
);

/** Gives a page a width and a theme; call it before the page is opened. */
export async function wear(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

/** No fault that axe finds, and no scrolling sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes[0]?.html ?? ""}`)).toEqual([]);
}
