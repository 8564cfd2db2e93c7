import { publishedCells } from "@/lib/reference/published";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf } from "./support/pages";
import { agrees, download, isRepeated, numberOf, report, tableOf } from "./support/report";
import { expect, test } from "./support/test";

const FIGURES = [/as Figure 1 of P1$/, /as Figure 2 of P1$/, /as Figure 3 of P1$/] as const;
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;

test("the values of Figure 1 are the report's, and the published ones Table 13's", async ({
  page,
}) => {
  test.slow();
  await openView(page, "/figures");
  for (const name of FIGURES) await expect(page.getByRole("region", { name })).toBeVisible();
  const rows = await tableOf(page);
  const { scaling = [] } = await report("scaling");
  const unpadded = scaling.filter((row) => row.padding === "none" && isRepeated(row));
  const published = rows.filter((row) => row.model?.endsWith(", published (P1)"));
  const own = rows.filter((row) => !published.includes(row));
  expect(own.length).toBeGreaterThan(0);
  expect(own).toHaveLength(unpadded.length);
  for (const row of own) {
    const same = unpadded.find(
      (one) =>
        one.model === row.model &&
        one.environment === row.environment &&
        one.n_options === Number(row.n_options),
    );
    for (const [column, name] of [
      ["na", "na"],
      ["na_iqr_low", "na_q25"],
      ["na_iqr_high", "na_q75"],
      ["accuracy", "accuracy"],
      ["n_responses", "n_responses"],
    ] as const)
      expect(agrees(numberOf(row[column]), same?.[name]), `${name} ${JSON.stringify(row)}`).toBe(
        true,
      );
  }
  const printed = publishedCells({ table: "p1_table13", metric: "na" });
  expect(printed).toHaveLength(50);
  expect(published).toHaveLength(printed.length);
  for (const { model, environment, n, value, interval } of printed) {
    const row = published.find(
      (one) =>
        one.model?.startsWith(`${model ?? ""},`) === true &&
        one.environment === environment &&
        Number(one.n_options) === n,
    );
    expect(numberOf(row?.na)).toBe(value);
    expect(numberOf(row?.na_item_ci_low)).toBe(interval?.[0]);
  }
});

test("the tables beside Figures 2 and 3 hold the report's and the published values", async ({
  page,
}) => {
  test.slow();
  await openView(page, "/figures?model=sim-primacy&env=full");
  const { padding_envelope: envelopes = [], positions = [] } = await report(
    "padding_envelope",
    "positions",
  );
  const place = { model: "sim-primacy", environment: "full", n_options: 100 };
  const here = (row: Readonly<Record<string, unknown>>) =>
    Object.entries(place).every(([field, value]) => row[field] === value);
  const envelope = envelopes.find(here);
  const second = page.getByRole("region", { name: FIGURES[1] }).getByRole("table");
  const own = second.getByRole("row").filter({ hasText: "sim-primacy" });
  await expect(own).toContainText(Number(envelope?.spread).toFixed(3));
  for (const worst of Object.values(envelope?.worst_by_type as Record<string, number>))
    await expect(own).toContainText(signed(worst));
  const ax = second.getByRole("row").filter({ hasText: "A.X-4.0, published" });
  const [spread] = publishedCells({ table: "p1_table3", model: "A.X-4.0", environment: "full" });
  await expect(ax).toContainText(Number(spread?.value).toFixed(3));

  const primacy = positions.find((row) => here(row) && row.padding === "none");
  const third = page.getByRole("region", { name: FIGURES[2] }).getByRole("table");
  const line = third.getByRole("row").filter({ hasText: "sim-primacy" });
  await expect(line).toContainText(
    Number((primacy?.pfi as Record<string, number>)["10"]).toFixed(3),
  );
  await expect(line).toContainText(
    signed(Number((primacy?.delta_pfi as Record<string, number>)["10"])),
  );
  const [excess] = publishedCells({
    table: "p1_table14",
    metric: "delta_pfi_10",
    model: "HyperCLOVAX-Think",
    environment: "full",
  });
  await expect(third.getByRole("row").filter({ hasText: "HyperCLOVAX-Think" })).toContainText(
    Number(excess?.value).toFixed(3),
  );
});

test("the keyboard leads from a point to its responses, and a link shows the same", async ({
  page,
  freshPage,
}) => {
  test.slow();
  await openView(page, "/figures?model=sim-tail");
  await page.getByText("Log", { exact: true }).click();
  await expect.poll(() => queryOf(page)).toContain("scale=log");
  const texts = (shown: typeof page) => shown.getByRole("table").allTextContents();
  const before = await texts(page);
  const other = await freshPage();
  await openView(other, page.url());
  await expect(other.getByRole("radio", { name: "Log" })).toBeChecked();
  expect(await texts(other)).toEqual(before);

  const first = page.getByRole("region", { name: FIGURES[0] });
  await expect(first).toContainText("partly simulated");
  const plot = first.getByRole("slider").first();
  await plot.focus();
  await page.keyboard.press("Home");
  const spoken = first.locator("[aria-live=polite]").first();
  await expect(spoken).toContainText(/sim-tail.* \d\.\d{3} \[.+\], n = [\d,]+/);
  await openRecords(page);
});

/** Opens the responses behind the row of the records in the table of Figure 3. */
async function openRecords(page: Parameters<typeof openView>[0]) {
  const table = page.getByRole("region", { name: FIGURES[2] }).getByRole("table");
  const row = table.getByRole("row").filter({ hasText: "sim-tail" });
  await row.getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/responses\?/);
  const query = new URLSearchParams(queryOf(page));
  expect([query.get("N"), query.get("env"), query.get("padding")]).toEqual(["100", "full", "none"]);
}

test("the figures leave as SVG and PNG, and say what is simulated", async ({ page }) => {
  await openView(page, "/figures?model=sim-primacy");
  const svg = (await download(page, "SVG")).toString("utf8");
  for (const number of [1, 2, 3]) expect(svg).toContain(`Figure ${number} of P1`);
  expect(svg).toContain("sim-primacy (simulated)");
  expect((await download(page, "PNG")).subarray(1, 4).toString("latin1")).toBe("PNG");
});

test("says what is missing where there is nothing to draw", async ({ page }) => {
  await openView(page, "/figures?model=sim-primacy&padding=none");
  await expect(page.getByText("No model in view was asked with padding.")).toBeVisible();
  await openView(page, "/figures?benchmark=mmlu-pro");
  await expect(page.getByText("No figure of these records")).toBeVisible();
});

test("no accessibility fault and no overflow, in every look", async ({ page }) => {
  test.slow();
  // Two models have every part of the view; axe reads each path of each chart.
  await openView(page, "/figures?model=sim-primacy,sim-tail");
  await expectAccessibleIn(LOOKS, page);
});
