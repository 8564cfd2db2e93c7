import { readFile } from "node:fs/promises";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { dropFiles, openView, queryOf, viewReady } from "./support/pages";
import { agrees, numberOf, report, tableOf } from "./support/report";
import { expect, test } from "./support/test";
import { settled } from "./support/views";

test("the table holds the report's readings, and a count lists its answers", async ({ page }) => {
  test.slow();
  await openView(page, "/scorers");
  const rows = await tableOf(page);
  const { scorers = [] } = await report("scorers");
  // Each model's answers to MMLU-Pro, by our scorer and by the publisher's.
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    const own = scorers.find((r) => r.run_id === row.run_id && r.run_b === row.run_b);
    const text = JSON.stringify(row);
    const fields = ["n", "both", "only_a", "only_b_from_invalid", "only_b_from_wrong", "neither"];
    for (const field of [...fields, "accuracy_a", "accuracy_b", "excess_pp"])
      expect(agrees(numberOf(row[field]), own?.[field]), `${field} of ${text}`).toBe(true);
    const gained = Number(own?.only_b_from_invalid) + Number(own?.only_b_from_wrong);
    const excess = (100 * (gained - Number(own?.only_a))) / Number(own?.n);
    expect(Math.abs(Number(row.excess_pp) - excess), text).toBeLessThan(1e-9);
  }
  await expect(page.getByRole("figure").locator("[data-series]")).toHaveCount(6);

  const [first] = rows;
  const table = page.getByRole("table").first();
  await table
    .locator("tbody tr")
    .first()
    .locator("td button[aria-label$='list the answers']")
    .nth(1)
    .click();
  await expect
    .poll(() => new URLSearchParams(queryOf(page)).get("row"))
    .toBe(`${first?.run_id ?? ""},${first?.run_b ?? ""},from_invalid`);
  const list = page.getByRole("region", { name: /answers that .* read differently/ });
  const entry = list.getByRole("listitem").first();
  await expect(entry).toHaveAttribute("data-difference", "from_invalid");
  await expect(entry).toContainText(/gold \d+ \([A-J]\).*publisher:\s+chose \d+ \([A-J]\)\s+right/);
  await expect(list).toContainText(`of ${Number(first?.only_b_from_invalid).toLocaleString("en")}`);
  await entry.getByRole("button", { name: /^Show the text/ }).click();
  // The samples keep the texts of some items alone.
  const text = entry.getByRole("region", { name: /^Response to item/ });
  await expect(text.or(entry.getByText(/^The run kept no raw text/))).toBeVisible();
  await page.getByLabel("Published values (P2)").click();
  await expect(page.getByRole("figure").locator("[data-series]")).toHaveCount(6 + 1);
  await expectAccessibleIn(LOOKS, page);
});

test("a link opens the list of a dropped bundle: 4.5 points, 3 from invalid, 8 from wrong", async ({
  page,
}) => {
  await page.goto("/scorers?model=paired");
  await settled(page);
  await dropFiles(page, [
    { name: "paired.json", bytes: await readFile("tests/fixtures/paired.json") },
  ]);
  await expect(page.getByText(/^paired\.json: /).first()).toBeVisible();
  await viewReady(page);
  const [row, ...more] = await tableOf(page);
  expect(more).toEqual([]);
  // As tests/fixtures/paired.expected.json has it.
  expect(Number(row?.excess_pp)).toBeCloseTo(4.5, 9);
  expect([row?.both, row?.only_a, row?.neither]).toEqual(["142", "2", "45"]);
  expect([row?.only_b_from_invalid, row?.only_b_from_wrong]).toEqual(["3", "8"]);
  await page.getByRole("button", { name: /^8: list the answers/ }).click();
  const list = page.getByRole("region", { name: /answers that given and legacy-1/ });
  await expect(list.getByRole("listitem")).toHaveCount(8);
  await list.getByLabel("Answers").selectOption({ label: "First alone (2)" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("listitem").first().getByRole("button", { name: /^q\d+/ }).click();
  await expect(page).toHaveURL(/\/responses\?.*item=q\d+/);
});
