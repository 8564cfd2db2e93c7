import { openView, queryOf } from "./support/pages";
import { agrees, numberOf, report, tableOf } from "./support/report";
import { expect, test } from "./support/test";

test("the leader table holds the report's values, best first", async ({ page }) => {
  test.slow();
  await openView(page, "/overview");
  const rows = await tableOf(page);
  const {
    scaling = [],
    bubble = [],
    accuracy = [],
  } = await report("scaling", "bubble", "accuracy");
  for (const row of rows) {
    const fixed = accuracy.find(
      (r) => r.model === row.model && r.kind === "fixed" && row.benchmark?.includes("fixed"),
    );
    if (fixed) {
      expect(agrees(numberOf(row.accuracy), fixed.accuracy), JSON.stringify(row)).toBe(true);
      expect(agrees(numberOf(row.na), fixed.na), JSON.stringify(row)).toBe(true);
      const [low] = fixed.wilson as number[];
      expect(agrees(numberOf(row.accuracy_ci_low), low), JSON.stringify(row)).toBe(true);
      continue;
    }
    const of = (r: Record<string, unknown>) =>
      r.model === row.model &&
      r.padding === "none" &&
      typeof r.environment === "string" &&
      row.benchmark?.includes(r.environment);
    const cell = scaling.find((r) => of(r) && r.n_options === Number(row.n_max ?? row.n_min));
    expect(cell, JSON.stringify(row)).toBeDefined();
    expect(agrees(numberOf(row.na), cell?.na), JSON.stringify(row)).toBe(true);
    const bi = bubble.find((r) => of(r) && r.n_low === 4 && r.n_high === Number(row.n_max));
    expect(agrees(numberOf(row.bi), bi?.bi), JSON.stringify(row)).toBe(true);
  }
  const boards = Map.groupBy(
    rows.filter((row) => !row.standing?.startsWith("unranked")),
    (row) => row.benchmark,
  );
  expect(boards.size).toBeGreaterThan(1);
  for (const board of boards.values()) {
    const values = board.map((row) => Number(row.na));
    expect(values).toEqual([...values].sort((a, b) => b - a));
  }
});

test("a press on a heading sorts, and the link remembers", async ({ page }) => {
  await openView(page, "/overview");
  const heading = page.getByRole("columnheader", { name: "Accuracy" });
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("sort")).toBe("-accuracy");
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await heading.getByRole("button").click();
  await expect.poll(() => new URLSearchParams(queryOf(page)).has("sort")).toBe(false);
});

test("a model's name leads to its responses", async ({ page }) => {
  await openView(page, "/overview");
  const row = page.locator("th[scope=row]").first().getByRole("button");
  const name = (await row.textContent()) ?? "";
  await row.click();
  await expect(page).toHaveURL(/\/responses\?/);
  expect(new URLSearchParams(queryOf(page)).get("model")).toBe(name.trim());
});
