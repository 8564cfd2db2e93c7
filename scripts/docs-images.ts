import { mkdtemp, rm } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { loadSamples } from "@/cli/support/samples";
import { serveStore } from "@/e2e/support/serve";
import { openSnapshots } from "@/lib/snapshot/open";
import { CHROMIUM_ARGS, chromiumPath } from "./chromium";

/**
 * Takes every image of README.md and docs/ from the present build and the samples, so that all show
 * the same product: `npx tsx scripts/docs-images.ts`. Look at them before they are committed.
 */
const DIR = "docs/images";
const WIDTH = 1280;
/** What a page that is read on a phone may weigh. */
const LARGEST = 200_000;

/** The view behind each image, and how much of it from the top. */
const IMAGES = [
  { name: "scaling", address: "/scaling?benchmark=simulated-massive-option", height: 720 },
  { name: "overview", address: "/overview", height: 760 },
  {
    name: "positions",
    address: "/positions?env=full&model=sim-content-strong,sim-primacy,sim-tail",
    height: 660,
  },
  { name: "padding", address: "/padding?model=sim-content-strong,sim-primacy", height: 720 },
  {
    name: "compare",
    address: "/compare?env=full&of=sim-content-fading,sim-content-strong,sim-primacy",
    height: 720,
  },
  { name: "figures", address: "/figures?benchmark=simulated-massive-option", height: 760 },
] as const;

/** The engine's notice is gone, the view has answered, and nothing of it is still being asked. */
async function ready(page: Page): Promise<void> {
  await page.locator("[data-engine=open]").waitFor({ state: "attached", timeout: 60_000 });
  await page.locator("[data-view-status=ready]").waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  await page.evaluate(() => document.fonts.ready);
}

async function takeAll(origin: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage({ colorScheme: "light", reducedMotion: "reduce" });
    for (const { name, address, height } of IMAGES) {
      await page.setViewportSize({ width: WIDTH, height });
      await page.goto(origin + address);
      await ready(page);
      const path = join(DIR, `${name}.png`);
      const { size } = await sharp(await page.screenshot())
        .png({ palette: true, compressionLevel: 9, effort: 10 })
        .toFile(path);
      console.log(`${path}: ${Math.round(size / 1000)} kB`);
      if (size > LARGEST) throw new Error(`${path} is larger than ${LARGEST / 1000} kB: cut it`);
    }
  } finally {
    await browser.close();
  }
}

const built = spawnSync("tsx", ["scripts/build.ts"], { stdio: "inherit" });
if (built.status !== 0) throw new Error("the application could not be built");
const store = await mkdtemp(join(tmpdir(), "docs-images-"));
try {
  await loadSamples(store, console.log);
  await openSnapshots(store).present();
  const served = await serveStore(store);
  try {
    await takeAll(served.origin);
  } finally {
    await served.stop();
  }
} finally {
  await rm(store, { recursive: true, force: true });
}
