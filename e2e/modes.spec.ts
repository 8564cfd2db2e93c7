import { expectAccessibleIn, LOOKS } from "./support/access";
import { dropFiles, viewReady } from "./support/pages";
import { PILOT, pilotFile } from "./support/pilot";
import { download, tableOf } from "./support/report";
import { expect, test } from "./support/test";
import { settled } from "./support/views";

test("pairs direct with thinking runs of a dropped file, as the paper's table has them", async ({
  page,
}) => {
  test.slow();
  await page.goto("/modes");
  expect(await settled(page)).toBe("empty");
  await expect(page.getByText("No pair of modes in view")).toBeVisible();
  await dropFiles(page, [pilotFile()]);
  await expect(page.getByText(/^pilot\.csv: 400 rows kept/)).toBeVisible();
  await viewReady(page);

  const rows = await tableOf(page);
  expect(rows.map((row) => row.model)).toEqual(PILOT.map(({ model }) => model));
  const [e4b, e2b] = rows;
  // P2's table 10: 42 and 53 of 100, +11 [1.9, 20.1], p 0.035, 6 and 17 alone, 42 times as long.
  expect([e4b?.direct, e4b?.thinking, e4b?.direct_only, e4b?.thinking_only]).toEqual([
    "0.42",
    "0.53",
    "6",
    "17",
  ]);
  expect(Number(e4b?.change_pp)).toBeCloseTo(11, 9);
  expect(Number(e4b?.wald_ci_pp_low).toFixed(1)).toBe("1.9");
  expect(Number(e4b?.wald_ci_pp_high).toFixed(1)).toBe("20.1");
  expect(Number(e4b?.mcnemar_p).toFixed(3)).toBe("0.035");
  // Of two p, the smaller doubles under Bonferroni and under Holm.
  expect(Number(e4b?.p_bonferroni)).toBeCloseTo(2 * Number(e4b?.mcnemar_p), 12);
  expect(Number(e4b?.p_holm)).toBeCloseTo(2 * Number(e4b?.mcnemar_p), 12);
  expect([e4b?.time_ratio, e4b?.tokens_ratio]).toEqual(["42", "450"]);
  expect([Number(e2b?.change_pp), Number(e2b?.mcnemar_p)]).toEqual([-1, 1]);

  await expect(page.getByText("Bonferroni’s threshold is 0.05/2 = 0.025")).toBeVisible();
  await expect(page.getByRole("figure").locator("[data-series]")).toHaveCount(2);
  await page.getByLabel("Published values (P2)").click();
  const published = page.getByRole("region", { name: /As published, P2 Table 10/ });
  await expect(published.getByRole("row", { name: /granite4\.2:3b/ })).toContainText("0.078");
  await expect(page.getByRole("figure").locator("[data-series]")).toHaveCount(2 + 10);
  expect((await download(page, "SVG")).toString("utf8")).toContain("granite4.2:3b, published (P2)");
  await expectAccessibleIn(LOOKS, page);
  const table = page.getByRole("table").first();
  await table.getByRole("button", { name: "gemma4:e4b", exact: true }).click();
  await expect(page).toHaveURL(/\/responses\?.*run=gemma4:e4b\+direct,gemma4:e4b\+thinking/);
});
