import { readFile } from "node:fs/promises";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { dropFiles, openView, queryOf, viewReady } from "./support/pages";
import { agrees, numberOf, report, tableOf } from "./support/report";
import { csvRows } from "./support/rows";
import { expect, test } from "./support/test";
import { overflow, settled } from "./support/views";

const MODELS = "of=sim-content-strong,sim-tail,sim-uniform";

test("the table holds the report's comparisons, turned to side minus base", async ({ page }) => {
  test.slow();
  await openView(page, `/compare?${MODELS}`);
  const rows = await tableOf(page);
  const { comparisons = [] } = await report("comparisons");
  // Three pairs, two environments, five N.
  expect(rows).toHaveLength(30);
  for (const row of rows) {
    const same = comparisons.find(
      (r) =>
        [r.model_a, r.model_b].sort().join() === [row.side, row.against].sort().join() &&
        r.environment === row.environment &&
        r.padding === "none" &&
        r.n_options === Number(row.n_options),
    );
    expect(same, JSON.stringify(row)).toBeDefined();
    const sign = same?.model_a === row.side ? 1 : -1;
    const [low = 0, high = 0] = (same?.ci ?? []) as number[];
    const pairs: [string, unknown][] = [
      ["difference_pp", sign * 100 * Number(same?.difference)],
      ["ci_pp_low", 100 * (sign === 1 ? low : -high)],
      ["ci_pp_high", 100 * (sign === 1 ? high : -low)],
      ["p", same?.p],
      ["n_shared", same?.n_shared],
    ];
    for (const [name, value] of pairs)
      expect(agrees(numberOf(row[name]), value), `${name} of ${JSON.stringify(row)}`).toBe(true);
    expect(row.verdict === "not distinguishable").toBe(same?.distinguishable === false);
  }
});

test("findings come first, and the base is the reader's", async ({ page, context }) => {
  test.slow();
  await openView(page, `/compare?${MODELS}`);
  const findings = page.getByRole("list", { name: "Findings" }).getByRole("listitem");
  await expect(findings).toHaveCount(4);
  await expect(findings.first()).toContainText(
    /ahead of .+ \[.+\] on 30 shared items|not distinguishable/,
  );
  await expect(page.getByText("Bonferroni’s threshold is 0.05/30")).toBeVisible();
  await page.getByRole("button", { name: "Make sim-tail the base" }).click();
  await expect
    .poll(() => new URLSearchParams(queryOf(page)).get("of"))
    .toBe("sim-tail,sim-content-strong,sim-uniform");
  await viewReady(page);
  const title = (await page.locator("#view-title").textContent()) ?? "";
  expect(title).toContain("against sim-tail");
  // By keyboard: arrows choose, Enter adds one, and what goes takes no focus along.
  const add = page.getByRole("button", { name: "Add a model" });
  await add.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("sim-p");
  await expect(page.getByRole("menuitem", { name: "sim-primacy" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => queryOf(page)).toContain("sim-uniform,sim-primacy");
  await expect(add).toBeFocused();
  await page.getByRole("button", { name: "Remove sim-primacy" }).press("Enter");
  await expect(page.getByRole("combobox", { name: "Side 2" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Remove sim-primacy" })).toHaveCount(0);
  await viewReady(page);
  const table = (await page.getByRole("table").first().textContent()) ?? "";
  const other = await context.newPage();
  await openView(other, page.url());
  await expect(other.locator("#view-title")).toHaveText(title);
  await expect(other.getByRole("table").first()).toHaveText(table);
});

test("arrows through the list of a side are one step of Back", async ({ page }) => {
  await openView(page, "/compare?of=sim-content-strong,sim-primacy");
  const sides = () => new URLSearchParams(queryOf(page)).get("of");
  const select = page.getByRole("combobox", { name: "Side 1" });
  await select.focus();
  const seen = [sides()];
  for (const key of ["ArrowDown", "ArrowDown"]) {
    await page.keyboard.press(key);
    await expect.poll(() => seen.includes(sides())).toBe(false);
    seen.push(sides());
    await viewReady(page);
    await expect(select).toBeFocused();
  }
  await page.goBack();
  await expect.poll(sides).toBe(seen[0]);
  // After Back the same list makes a step of its own again.
  await viewReady(page);
  await page.keyboard.press("ArrowDown");
  await expect.poll(sides).toBe(seen[1]);
  await page.goBack();
  await expect.poll(sides).toBe(seen[0]);
});

test("the chart answers the keyboard and leads to the responses of both", async ({ page }) => {
  await openView(page, "/compare?of=sim-tail,sim-uniform");
  const chart = page.getByRole("figure").first();
  const plot = chart.getByRole("slider");
  await plot.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(plot).toHaveAttribute("aria-valuetext", "number of options N (log scale) 10");
  await expect(chart.locator("[aria-live=polite]")).toContainText(
    /sim-uniform [+−]?\d+\.\d \[.+\], n = 30/,
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/responses\?/);
  const query = new URLSearchParams(queryOf(page));
  expect(query.get("model")).toBe("sim-tail,sim-uniform");
  expect(query.get("N")).toBe("10");
});

/** Fixed runs of two models in one file: a right in 80 of 100, b in 72; 70 both, 18 neither. */
function fixedRuns(): Buffer {
  const right = (model: string, i: number) =>
    model === "fix-a" ? i < 80 : i < 70 || (i >= 80 && i < 82);
  const lines = ["fix-a", "fix-b"].flatMap((model) =>
    Array.from(
      { length: 100 },
      (_, i) => `run-${model},${model},4,q${i},1,1,${right(model, i) ? 1 : 2}`,
    ),
  );
  const extra = Array.from({ length: 3 }, (_, i) => `run-fix-a,fix-a,4,only${i},1,1,1`);
  return Buffer.from(
    ["run_id,model,n_options,item_id,trial,gold_pos,resp_pos", ...lines, ...extra].join("\n"),
  );
}

test("fixed runs: 70 both, 10 and 2 alone, 18 neither are +8.0 points", async ({ page }) => {
  test.slow();
  await openView(page, "/compare?by=run");
  await dropFiles(page, [{ name: "fixed.csv", bytes: fixedRuns() }]);
  const choose = async (slot: string, model: string) => {
    const select = page.getByRole("combobox", { name: slot });
    const option = select.locator("option").filter({ hasText: model });
    await expect(option).toHaveCount(1);
    await select.selectOption((await option.getAttribute("value")) ?? "");
    await viewReady(page);
  };
  await choose("Base", "fix-b");
  await choose("Side 1", "fix-a");
  const finding = page.getByRole("list", { name: "Findings" });
  await expect(finding).toContainText(
    /fix-a.* is 8\.0 points ahead of .*fix-b.* on 100 shared items.*p = 0\.039/,
  );
  const lost = page.getByRole("region", { name: "Items that are not paired" }).first();
  await expect(lost).toContainText("only0");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV of “Items that are not paired”" }).click(),
  ]);
  // The third side is another benchmark's.
  const rows = csvRows(await readFile(await file.path(), "utf8")).filter(
    (row) => row.side === "run-fix-a" && row.against === "run-fix-b",
  );
  expect(rows.map((row) => [row.item, row.why?.split(" ")[0], row.n_cells])).toEqual(
    ["only0", "only1", "only2"].map((item) => [item, "only", "1"]),
  );
});

/** So many items of two fixed runs that have no item in common. */
function apartRuns(n: number): Buffer {
  const lines = ["far-a", "far-b"].flatMap((model) =>
    Array.from({ length: n }, (_, i) => `run-${model},${model},4,${model}-${i},1,1,1`),
  );
  return Buffer.from(
    ["run_id,model,n_options,item_id,trial,gold_pos,resp_pos", ...lines].join("\n"),
  );
}

test("the file of items that are not paired has more than the screen lists", async ({ page }) => {
  await page.goto("/compare?of=far-a,far-b");
  await settled(page);
  await dropFiles(page, [{ name: "far.csv", bytes: apartRuns(600) }]);
  await expect(page.getByText("Items that are not paired: 1,000 of 1,200 rows")).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV of “Items that are not paired”" }).click(),
  ]);
  expect(csvRows(await readFile(await file.path(), "utf8"))).toHaveLength(1200);
});

test("says which names of a link are not there", async ({ page }) => {
  await openView(page, "/compare?of=sim-tail,sim-uniform,nobody");
  await expect(page.getByText("Not among the data in view: nobody.")).toBeVisible();
  await page.goto("/compare?of=sim-tail");
  expect(await settled(page)).toBe("empty");
  await expect(page.getByText("A comparison needs two models", { exact: false })).toBeVisible();
  await expect(page.getByText("No data under these filters")).toHaveCount(0);
});

test("fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openView(page, `/compare?${MODELS}`);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test("no accessibility fault and no overflow, in every look", async ({ page }) => {
  test.slow();
  await openView(page, `/compare?${MODELS}`);
  await expectAccessibleIn(LOOKS, page);
});
