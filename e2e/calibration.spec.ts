import { readFile } from "node:fs/promises";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf, viewReady } from "./support/pages";
import { EXPECTED, openPaired } from "./support/paired";
import { agrees, download, numberOf, report, tableOf } from "./support/report";
import { csvRows } from "./support/rows";
import { expect, test } from "./support/test";

test("draws the sample that an independent program draws, and another under another seed", async ({
  page,
}) => {
  await openPaired(page, "/calibration?model=paired&sample=10");
  await expect(page.locator("#view-title")).toContainText("10 of 200 items of imported: 2 runs");
  const list = page.getByRole("region", { name: "Items of the sample" }).last();
  await expect(list.getByRole("rowheader")).toHaveText([...EXPECTED.calibration_first10]);
  for (const row of await tableOf(page)) {
    expect([row.n, row.n_within, row.n_without]).toEqual(["200", "10", "190"]);
    const all = 10 * Number(row.accuracy_within) + 190 * Number(row.accuracy_without);
    expect(Number(row.accuracy)).toBeCloseTo(all / 200, 12);
  }
  const seed = page.getByLabel("Seed", { exact: true });
  await seed.fill("7");
  await seed.press("Enter");
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("seed")).toBe("7");
  await viewReady(page);
  await expect(list.getByRole("rowheader")).not.toHaveText([...EXPECTED.calibration_first10]);
});

test("has the report's numbers, a file of the ids, and is accessible", async ({ page }) => {
  test.slow();
  await openView(page, "/calibration");
  const rows = await tableOf(page);
  const { calibration = [] } = await report("calibration");
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    const own = calibration.find((one) => one.run_id === row.run_id);
    for (const field of ["accuracy", "accuracy_without", "accuracy_within", "within_less_rest_pp"])
      expect(agrees(numberOf(row[field]), own?.[field]), `${field} of ${row.run ?? ""}`).toBe(true);
  }
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^CSV of “Items of the sample/ }).click(),
  ]);
  expect(csvRows(await readFile(await file.path(), "utf8"))).toHaveLength(100);
  expect((await download(page, "SVG")).toString("utf8")).toContain("without");
  await expectAccessibleIn(LOOKS, page);
});
