import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf } from "./support/pages";
import { EXPECTED, openPaired } from "./support/paired";
import { agrees, download, numberOf, tableOf } from "./support/report";
import { expect, test } from "./support/test";

test("a bundle's presentations are right, each with its chart", async ({ page }) => {
  await openPaired(page, "/presentation?model=paired");
  const rows = await tableOf(page);
  expect(rows).toHaveLength(2);
  const { five, ten, length, presentation, wrong_valid } = EXPECTED;
  for (const [condition, right] of [
    ["five-original", five],
    ["ten-permuted", ten],
  ] as const) {
    const row = rows.find((one) => one.condition === condition);
    const values: [string | undefined, number][] = [
      [row?.acc_by_gold_low, right.acc_by_gold_min],
      [row?.acc_by_gold_high, right.acc_by_gold_max],
      [row?.slope_pp_per_position, right.slope_pp_per_position],
      [row?.entropy, right.entropy_n],
      [row?.error_primacy_pp, right.error_primacy_pp],
    ];
    for (const [text, value] of values) expect(agrees(numberOf(text), value)).toBe(true);
  }
  const permuted = rows.find((one) => one.condition === "ten-permuted");
  const more: [string | undefined, number][] = [
    [permuted?.length_midrank, length.mean_midrank_wrong],
    [permuted?.original_longer_share, length.original_longer_share],
    [permuted?.borrowed_share, wrong_valid.borrowed_share],
    [permuted?.borrowed_even, wrong_valid.reference],
    [permuted?.order_changed, presentation.original_order_changed],
    [permuted?.gold_label_changed, presentation.gold_label_changed],
  ];
  for (const [text, value] of more) expect(agrees(numberOf(text), value)).toBe(true);
  await expect(page.getByRole("table").first()).toContainText("even errors 0.556");
  await expect(page.getByRole("table").first()).toContainText("of 200, against five-original");
  await expect(page.getByRole("figure")).toHaveCount(2);
  expect((await download(page, "SVG")).toString("utf8")).toContain("position of the key");
  await page
    .getByRole("table")
    .first()
    .getByRole("button", { name: /ten-permuted/ })
    .click();
  await expect(page).toHaveURL(/\/responses\?/);
  expect(new URLSearchParams(queryOf(page)).get("N")).toBe("10");
});

test("stands beside what P2 published, and is accessible", async ({ page }) => {
  test.slow();
  await openView(page, "/presentation?N=10");
  await page.getByLabel("Published values (P2)").click();
  const printed = page.getByRole("row").filter({ hasText: "qwen3.5:4b, published (P2)" });
  await expect(printed).toContainText("[0.174, 0.561]");
  await expect(printed).toContainText("−4.57");
  await expectAccessibleIn(LOOKS, page);
});
