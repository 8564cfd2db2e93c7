import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, chromiumPath } from "./scripts/chromium";

/** Another one lets two clones be tested at the same time. */
const port = Number(process.env.FOILSCOPE_TEST_PORT ?? 3190);
/** The store of the tests: filled by the same first start as a user's. */
const data = "test-results/store";

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  // Two browsers are what two cores carry; a retry would only hide a race.
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [["line"], ["json", { outputFile: "test-results/e2e.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: "chromium",
    launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_ARGS },
    viewport: { width: 1280, height: 800 },
    // Recording slows every step; to see a failure: npx playwright test --trace on <spec>.
    trace: "off",
  },
  webServer: {
    command: "node scripts/start.mjs",
    url: `http://127.0.0.1:${port}/api/snapshot`,
    env: { PORT: String(port), HOST: "127.0.0.1", FOILSCOPE_DATA: data },
    reuseExistingServer: false,
    timeout: 300_000,
    stdout: "pipe",
  },
});
