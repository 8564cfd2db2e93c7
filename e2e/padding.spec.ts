import type { Page } from "@playwright/test";
import { paddingWords } from "@/lib/format/words";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf, viewReady } from "./support/pages";
import { agrees, download, numberOf, report, tableOf, type Row } from "./support/report";
import { expect, test } from "./support/test";

const changes = (page: Page) =>
  page.getByRole("region", { name: /^Change of accuracy by type and placement/ });
const mechanism = (page: Page) => page.getByRole("region", { name: /^Diagnostics of / });

const rate = (value: unknown) => {
  const text = Math.abs(Number(value)).toFixed(3);
  return Number(text) === 0 ? text : `${Number(value) < 0 ? "−" : "+"}${text}`;
};

test("the tables hold the report's values", async ({ page }) => {
  test.slow();
  await openView(page, "/padding");
  const rows = await tableOf(page);
  const { padding = [], padding_envelope: envelopes = [] } = await report(
    "padding",
    "padding_envelope",
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toHaveLength(envelopes.length);
  const same = (row: Record<string, string>) => (other: Row) =>
    other.model === row.model &&
    (other.environment ?? "") === row.environment &&
    other.n_options === Number(row.n_options);
  for (const row of rows) {
    const envelope = envelopes.find(same(row));
    for (const name of ["acc_none", "acc_min", "acc_mean", "acc_max", "delta_mean", "spread"])
      expect(
        agrees(numberOf(row[name]), envelope?.[name]),
        `${name} of ${JSON.stringify(row)}`,
      ).toBe(true);
    expect(row.worst_type).toBe(envelope?.worst_type);
    // The worst condition is the lowest change of all rows of the cell.
    const deltas = padding.filter(same(row)).map((one) => Number(one.delta));
    expect(numberOf(row.worst_delta)).toBeCloseTo(Math.min(...deltas), 9);
  }

  // The change of each type and placement, as it stands on the screen.
  const headings = await changes(page).getByRole("columnheader").allTextContents();
  const shown = changes(page).getByRole("row");
  for (const model of ["sim-content-strong", "sim-primacy"]) {
    const row = shown.filter({ hasText: model }).filter({ hasText: "full" });
    const cells = await row.locator("th, td").allTextContents();
    const own = padding.filter(
      (one) => one.model === model && one.environment === "full" && one.n_options === 100,
    );
    expect(own).toHaveLength(8);
    for (const { padding: name, delta } of own) {
      const cell = cells[headings.indexOf(paddingWords(String(name)))];
      expect(cell, `${model} ${String(name)}`).toContain(rate(delta));
    }
    await expect(row.getByText("▼ worst")).toHaveCount(1);
    const lowest = Math.min(...own.map((one) => Number(one.delta)));
    await expect(row.getByRole("cell").filter({ hasText: "▼ worst" })).toContainText(rate(lowest));
  }
});

test("two paddings stand side by side, with the report's diagnostics", async ({ page }) => {
  test.slow();
  await openView(
    page,
    "/padding?model=sim-primacy&env=full&paddings=none,symbol:back&k=5&N=4,100&at=100",
  );
  const table = mechanism(page);
  await expect(table).toHaveCount(1);
  const { positions = [], scaling = [] } = await report("positions", "scaling");
  const of = (rows: readonly Row[], padding: string) =>
    rows.find(
      (row) =>
        row.model === "sim-primacy" &&
        row.environment === "full" &&
        row.n_options === 100 &&
        row.padding === padding,
    );
  const [none, padded] = [of(positions, "none"), of(positions, "symbol:back")];
  const prefix = (row: Row | undefined) => (row?.delta_pfi as Record<string, number>)["5"];
  const line = (name: string) => table.getByRole("row").filter({ hasText: name });
  await expect(line("ΔPFI 5").getByRole("cell")).toHaveText([
    rate(prefix(none)),
    rate(prefix(padded)),
    rate(Number(prefix(padded)) - Number(prefix(none))),
  ]);
  const at = (row: Row | undefined) => String(row?.ks_at);
  await expect(line("KS at position").getByRole("cell").first()).toHaveText(at(none));
  await expect(line("Accuracy").getByRole("cell").nth(1)).toHaveText(
    Number(of(scaling, "symbol:back")?.accuracy).toFixed(3),
  );
  await table.getByRole("button", { name: "symbol back" }).click();
  await expect(page).toHaveURL(/\/responses\?/);
  expect(new URLSearchParams(queryOf(page)).get("padding")).toBe("symbol:back");
});

test("the chart answers the keyboard and leads to the padded responses", async ({ page }) => {
  await openView(page, "/padding?model=sim-primacy,sim-tail");
  const chart = page.getByRole("figure").first();
  await expect(chart).toContainText(/worst: [a-z ]+ (front|back)/);
  const plot = chart.getByRole("slider");
  await plot.focus();
  await page.keyboard.press("Home");
  const spoken = chart.locator("[aria-live=polite]");
  await expect(spoken).toContainText(/N 4: .*padded \d\.\d{3} \[.+\], n = [\d,]+/);
  await expect(spoken).toContainText(/no padding \d\.\d{3}, n = [\d,]+/);
  const values = (await spoken.textContent()) ?? "";
  const first = values.indexOf("padded") < values.indexOf("no padding") ? 1 : 2;
  for (let i = 0; i < first; i += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/responses\?/);
  const query = new URLSearchParams(queryOf(page));
  expect(query.get("N")).toBe("4");
  expect(query.get("padding")?.split(",")).toHaveLength(8);
});

test("options stand in the link, and a fresh profile shows the same", async ({
  page,
  freshPage,
}) => {
  test.slow();
  await openView(page, "/padding?model=sim-tail");
  await page.getByText("Log", { exact: true }).click();
  await page.getByRole("group", { name: "Read at N" }).getByText("20", { exact: true }).click();
  await page.getByLabel("against").selectOption("symbol:front");
  await expect.poll(() => queryOf(page)).toContain("paddings=");
  await expect(page.getByRole("heading", { name: /^Change of accuracy/ })).toContainText("N=20");
  await viewReady(page);
  await expect(mechanism(page).first()).toHaveAccessibleName(/no padding and symbol front$/);
  const texts = async (shown: Page) => ({
    title: await shown.locator("#view-title").textContent(),
    tables: await shown.getByRole("table").allTextContents(),
    panels: await shown.getByRole("figure").allTextContents(),
  });
  const before = await texts(page);
  expect(before.tables).toHaveLength(4);
  const other = await freshPage();
  await openView(other, page.url());
  await expect(other.getByRole("radio", { name: "Log" })).toBeChecked();
  expect(await texts(other)).toEqual(before);
});

test("a padding filter keeps the unpadded side, and says which trials differ", async ({ page }) => {
  await openView(page, "/padding?padding=symbol:front&model=sim-tail");
  const [row] = await tableOf(page);
  expect(numberOf(row?.n_conditions)).toBe(1);
  expect(numberOf(row?.acc_none)).not.toBeNull();
  await expect(page.getByText(/asked in other trials with padding than without/)).toBeVisible();
  await page.goto("/padding?padding=none");
  await expect(page.getByText("The filters leave no padded condition.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove the filter on padding" })).toBeVisible();
});

test("paddings of the link that are not there are named, and the rest is shown", async ({
  page,
}) => {
  await openView(page, "/padding?model=sim-tail&paddings=none,no%20such&at=7");
  await expect(page.getByText("Not in view at this N: no such.")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Two paddings/ })).toContainText("N=100");
  await openView(page, "/padding?model=sim-tail&paddings=none,none");
  await expect(page.getByText("sets a padding against itself")).toBeVisible();
  await expect(mechanism(page)).toHaveCount(2);
});

test("the figure leaves as SVG and PNG", async ({ page }) => {
  await openView(page, "/padding?model=sim-primacy");
  const svg = (await download(page, "SVG")).toString("utf8");
  expect(svg).toContain("worst:");
  expect(svg).toContain("stroke-dasharray");
  expect((await download(page, "PNG")).subarray(1, 4).toString("latin1")).toBe("PNG");
});

test("no accessibility fault and no overflow, in every look", async ({ page }) => {
  test.slow();
  await openView(page, "/padding?model=sim-primacy,sim-tail");
  await expectAccessibleIn(LOOKS, page);
});
