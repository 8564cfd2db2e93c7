import { expect, test } from "./support/test";
import { settled, VIEWS } from "./support/views";

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
  await page.keyboard.press("[");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/overview");
  await page.keyboard.press("[");
  await expect.poll(() => new URL(page.url()).pathname).toBe("/reference");
});
