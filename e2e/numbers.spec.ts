import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { SECTION_NAMES } from "@/lib/metrics/registry";
import type { Filters } from "@/lib/view-state/filters";
import { comparePaired } from "@/tests/helpers/compare-paired";
import { compareReport, parseExpected } from "@/tests/helpers/compare-report";
import { buildHarness, openHarness } from "./harness/harness";
import { CLI, serveStore, type Served } from "./support/serve";

const FIXTURES = "tests/fixtures";

test.describe.configure({ mode: "serial" });

let directory: string;
let server: Served;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  directory = mkdtempSync(join(tmpdir(), "foilscope-numbers-"));
  const store = join(directory, "store");
  const imported = spawnSync(process.execPath, [CLI, "import", `${FIXTURES}/massive.csv`], {
    env: { ...process.env, FOILSCOPE_DATA: store },
  });
  expect(imported.status, imported.stderr.toString()).toBe(0);
  await buildHarness(join(directory, "harness"));
  server = await serveStore(store);
});

test.afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

const reportOf = (page: Page, filters: Filters) =>
  page.evaluate(([sections, chosen]) => window.harness.report(sections, chosen), [
    SECTION_NAMES,
    filters,
  ] as const);

const oracleOf = (fixture: string): unknown =>
  JSON.parse(readFileSync(`${FIXTURES}/${fixture}.expected.json`, "utf8"));

async function wrongValues(page: Page, fixture: string, filters: Filters, least: number) {
  const [got, oracle] = [await reportOf(page, filters), oracleOf(fixture)];
  const { compared, wrong } = compareReport(got, parseExpected(oracle));
  // Fewer are compared where whole rows are missing: what is wrong says which.
  return compared > least ? wrong.slice(0, 20) : [`${compared} compared`, ...wrong.slice(0, 20)];
}

test.describe("in the browser", () => {
  test("the compiled snapshot gives every value of the oracle", async ({ page }) => {
    await openHarness(page, join(directory, "harness"), server.origin);
    expect(await wrongValues(page, "massive", [], 40_000)).toEqual([]);
  });

  test("a dropped file beside it gives every value of the oracle", async ({ page }) => {
    await openHarness(page, join(directory, "harness"), server.origin);
    const text = readFileSync(`${FIXTURES}/edges.csv`, "utf8");
    const kept = await page.evaluate((csv) => window.harness.drop("edges.csv", csv), text);
    expect(kept).toBe(text.trimEnd().split("\n").length - 1);
    const models = [...new Set([...text.matchAll(/^[^,]+,([^,]+),/gm)].map((m) => m[1] ?? ""))];
    const dropped: Filters = [
      { field: "model", values: models.filter((model) => model !== "model") },
    ];
    expect(await wrongValues(page, "edges", dropped, 14_000)).toEqual([]);
    // The hard split is over the models in view; every other value stands untouched beside it.
    const own: Filters = [
      { field: "model", values: ["alpha-content", "beta-primacy", "gamma-tail"] },
    ];
    expect(await wrongValues(page, "massive", own, 40_000)).toEqual([]);
  });

  test("a dropped paired bundle gives every value of the oracle", async ({ page }) => {
    await openHarness(page, join(directory, "harness"), server.origin);
    const text = readFileSync(`${FIXTURES}/paired.json`, "utf8");
    // Two conditions of 200 questions, and the second reading of one of them.
    const kept = await page.evaluate((json) => window.harness.drop("paired.json", json), text);
    expect(kept).toBe(600);
    const readings: Filters = [{ field: "scorer", values: ["given", "legacy-1"] }];
    const paired: Filters = [{ field: "model", values: ["paired"] }, ...readings];
    const { compared, wrong } = comparePaired(await reportOf(page, paired), oracleOf("paired"));
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(110);
  });
});
