import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf, viewReady } from "./support/pages";
import { EXPECTED, openPaired } from "./support/paired";
import { agrees, download, numberOf, tableOf } from "./support/report";
import { expect, test } from "./support/test";

test("a bundle's sections are right, and a number leads to its responses", async ({ page }) => {
  await openPaired(page, "/sections?model=paired");
  const rows = await tableOf(page);
  const { per, ...means } = EXPECTED.sections;
  expect(rows).toHaveLength(2 * (2 + Object.keys(per).length));
  for (const [condition, side] of [
    ["five-original", "five"],
    ["ten-permuted", "ten"],
  ] as const) {
    const own = rows.filter((row) => row.condition === condition);
    const of = (mean: string) => numberOf(own.find((row) => row.mean_over === mean)?.accuracy);
    expect(agrees(of("section-macro"), means[`macro_${side}`])).toBe(true);
    expect(agrees(of("item-micro"), means[`micro_${side}`])).toBe(true);
    for (const [section, right] of Object.entries(per)) {
      const row = own.find((one) => one.section === section);
      expect(agrees(numberOf(row?.accuracy), right[side]), section).toBe(true);
      expect(Number(row?.n), section).toBe(right.n);
    }
  }
  // The change with the interval of whole sections: −19.74 to −11.22 by the same program.
  const change = page.getByRole("region", { name: "Change from one condition to another" }).first();
  await expect(change).toContainText("[−19.7, −11.2]");
  expect((await download(page, "SVG")).toString("utf8")).toContain("item-micro");

  const cells = page.locator("button[data-heat]");
  await expect(page.locator('button[data-heat][tabindex="0"]')).toHaveCount(1);
  await cells.first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const told = (await page.locator("button:focus").getAttribute("aria-label")) ?? "";
  expect(told).toMatch(/^S\d\d, paired · ten-permuted: [01]\.\d{3} \[.+\], \d+ responses$/);
  await expect(page.getByText(told)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/responses\?/);
  expect(new URLSearchParams(queryOf(page)).get("section")).toBe(told.slice(0, 3));
});

test("a link keeps the sort, and the view is accessible", async ({ page }) => {
  test.slow();
  await openView(page, "/sections?section=law,math,physics");
  const table = page.getByRole("table").first();
  const heading = table.getByRole("columnheader", { name: "Mean of runs" });
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await heading.getByRole("button").click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("sort")).toBe("mean");
  await viewReady(page);
  const shown = await table.innerText();
  await openView(page, `/sections${queryOf(page)}`);
  expect(await table.innerText()).toBe(shown);
  await page.getByLabel("Published values (P2)").click();
  await expect(page.getByText("No section in view has the name of one of P2’s.")).toBeVisible();
  await expectAccessibleIn(LOOKS, page);
});
