import { mkdtemp, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import type { Page } from "@playwright/test";
import { dropFiles } from "./support/pages";
import { serveStore, type Served } from "./support/serve";
import { expect, test } from "./support/test";
import { faults, goToTab, settled, troubles, VIEWS } from "./support/views";

const LIGHT = ["light", 1280] as const;
const DARK = ["dark", 390] as const;
/** Both themes at both widths; where the same elements come again, each theme and width once. */
const ALL = [LIGHT, ["light", 390], DARK, ["dark", 1280]] as const;
const SOME = [LIGHT, DARK] as const;

/** Every view, light and dark, wide and narrow: what is wrong with each, by name. */
async function walk(
  page: Page,
  sizes: typeof ALL | typeof SOME,
): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  for (const view of VIEWS) {
    await goToTab(page, view);
    for (const [colorScheme, width] of sizes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      const found = await faults(page);
      if (found.length > 0) wrong[`${view}, ${colorScheme}, ${width}`] = found;
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  return wrong;
}

test.describe("no view has an accessibility fault, nor hangs out of the page", () => {
  test.slow();

  test("with published values beside the recomputed ones", async ({ page }) => {
    const wrong = troubles(page);
    await page.goto("/overview?published=1&split=1");
    expect(await walk(page, ALL)).toEqual({});
    expect(new URL(page.url()).search).toBe("?published=1&split=1");
    expect(wrong).toEqual([]);
  });

  test("with a dropped file open", async ({ page }) => {
    const wrong = troubles(page);
    await page.goto("/overview");
    await settled(page);
    await dropFiles(page, [
      { name: "massive.csv", bytes: await readFile("tests/fixtures/massive.csv") },
    ]);
    await expect(page.getByText(/massive\.csv: [\d,]+ rows kept/)).toBeVisible();
    expect(await walk(page, SOME)).toEqual({});
    expect(wrong).toEqual([]);
  });
});

test.describe("without any data", () => {
  let dir: string;
  let served: Served;
  test.beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "foilscope-empty-"));
    await mkdir(join(dir, "runs"));
    served = await serveStore(dir);
  });
  test.afterAll(async () => {
    await served.stop();
    await rm(dir, { recursive: true });
  });
  test.use({ baseURL: ({}, use) => use(served.origin) });

  test("every view says what to do, and none has a fault", async ({ page }) => {
    test.slow();
    const wrong = troubles(page);
    await page.goto("/overview?model=no+such&k=5");
    for (const view of VIEWS) {
      await goToTab(page, view);
      if (view !== "reference")
        await expect(page.getByText(/[Dd]rop (a|that) file/).first(), view).toBeVisible();
    }
    expect(await walk(page, SOME)).toEqual({});
    expect(wrong).toEqual([]);
  });
});
