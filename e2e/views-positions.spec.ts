import { readFile } from "node:fs/promises";
import { z } from "zod";
import { dropFiles, openView, queryOf, viewReady } from "./support/pages";
import { agrees, numberOf, report, tableOf } from "./support/report";
import { expect, test } from "./support/test";

const splitExpected = z.object({
  hard_split: z.record(
    z.string(),
    z.object({
      hard_trials: z.array(z.number()),
      models: z.record(z.string(), z.object({ hard: z.object({ acc: z.number() }) })),
    }),
  ),
});

test("the diagnostics are the report's, at the k of the slider", async ({ page }) => {
  test.slow();
  await openView(page, "/positions?k=5");
  const rows = await tableOf(page);
  const { positions = [] } = await report("positions");
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const same = positions.find(
      (r) =>
        r.model === row.model &&
        (r.environment ?? "") === row.environment &&
        r.padding === row.padding &&
        r.n_options === 100,
    );
    expect(same, JSON.stringify(row)).toBeDefined();
    const prefix = (field: string) => (same?.[field] as Record<string, unknown>)["5"];
    const pairs: [string, unknown][] = [
      ["pfi", prefix("pfi")],
      ["delta_pfi", prefix("delta_pfi")],
      ["pfi_gold", prefix("pfi_gold")],
      ["entropy", same?.entropy],
      ["mean_pos", same?.mean_pos],
      ["ks", same?.ks],
      ["slope", same?.slope],
      ["n_valid", same?.n_valid],
    ];
    for (const [name, value] of pairs) {
      expect(agrees(numberOf(row[name]), value), `${name} of ${JSON.stringify(row)}`).toBe(true);
    }
  }
});

test("k and N move the read-outs and stand in the link", async ({ page }) => {
  await openView(page, "/positions");
  const cdf = page.getByRole("region", { name: "Response positions, cumulative, against gold" });
  await expect(cdf).toContainText("shaded: the first 10 positions");
  const slider = page.getByRole("slider", { name: "First k" });
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  await expect(cdf).toContainText("shaded: the first 11 positions");
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("k")).toBe("11");
  await expect(page.getByRole("columnheader", { name: "ΔPFI 11" })).toBeVisible();
  await page.getByText("4", { exact: true }).first().click();
  await expect(page.locator("#view-title")).toContainText("N=4");
  await expect(cdf).toContainText("shaded: the first position");
});

test("a curve that the legend switches off stays off in the link", async ({ page }) => {
  test.slow();
  await openView(page, "/positions");
  const legend = page.getByRole("list", { name: "Curves" }).first();
  const button = legend.getByRole("button").first();
  const name = (await button.textContent()) ?? "";
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => new URLSearchParams(queryOf(page)).has("hide")).toBe(true);
  await page.reload();
  await viewReady(page);
  await expect(legend.getByRole("button", { name })).toHaveAttribute("aria-pressed", "false");
});

test("hard and less hard trials split as the independent program splits them", async ({ page }) => {
  test.slow();
  await openView(page, "/positions?at=100&env=full,easy");
  const bytes = await readFile("tests/fixtures/massive.csv");
  await dropFiles(page, [{ name: "massive.csv", bytes }]);
  await expect(page.getByText(/^massive\.csv: 12,960 rows kept/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole("checkbox", { name: "Split hard and less hard trials" }).click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("split")).toBe("1");
  const split = page.getByRole("region", { name: "Hard trials against less hard ones" });
  const expected = splitExpected.parse(
    JSON.parse(await readFile("tests/fixtures/massive.expected.json", "utf8")),
  ).hard_split["full|100"];
  const cells = split
    .getByRole("row")
    .filter({ hasText: "alpha-content" })
    .filter({ hasText: "full" })
    .filter({ hasNotText: "less hard" })
    .locator("th, td");
  await expect(cells.first()).toBeVisible({ timeout: 60_000 });
  const headings = await split.getByRole("columnheader").allTextContents();
  const cell = (heading: string) => cells.nth(headings.indexOf(heading));
  await expect(cell("Trials are")).toHaveText("hard");
  await expect(cell("Trials")).toHaveText(String(expected?.hard_trials.length));
  await expect(cell("Scored over")).toHaveText(String(Object.keys(expected?.models ?? {}).length));
  await expect(cell("Accuracy")).toHaveText(
    expected?.models["alpha-content"]?.hard.acc.toFixed(3) ?? "",
  );
});
