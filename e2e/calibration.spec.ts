import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { openView, queryOf, viewReady } from "./support/pages";
import { EXPECTED, openPaired } from "./support/paired";
import { download, tableOf } from "./support/report";
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

test("gives the ids as a file, and is accessible", async ({ page }) => {
  test.slow();
  await openView(page, "/calibration?sample=12");
  // Six models' answers to MMLU-Pro; the simulated runs ask each item in many trials.
  const rows = await tableOf(page);
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    // A run may lack some items of the sample.
    expect(Number(row.n_within)).toBeLessThanOrEqual(12);
    expect(Number(row.n_within) + Number(row.n_without)).toBe(Number(row.n));
  }
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^CSV of “Items of the sample/ }).click(),
  ]);
  const items = csvRows(await readFile(await file.path(), "utf8"));
  expect(items.map((row) => Number(row.place))).toEqual(items.map((_, i) => i + 1));
  const hashes = items.map((row) => row.sha256);
  expect(hashes).toEqual(
    items.map((row) =>
      createHash("sha256")
        .update(`42\0${row.item_id ?? ""}`)
        .digest("hex"),
    ),
  );
  expect(hashes).toEqual([...hashes].sort());
  expect((await download(page, "SVG")).toString("utf8")).toContain("without");
  await page.getByLabel("Published values (P2)").click();
  await expect(page.getByRole("figure")).toHaveCount(6 + 1);
  await expectAccessibleIn(LOOKS, page);
});
