import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { dropFiles, openView, queryOf, viewReady } from "./support/pages";
import { expect, test } from "./support/test";
import { detail } from "./support/views";

const grid = (page: Page) => page.getByRole("grid", { name: "Responses" });
const row = (page: Page, index: number) => page.locator(`[data-index="${index}"]`);
const title = (page: Page) => page.locator("#view-title");
const panel = (page: Page) => detail(page, "Response");

/** Number of responses that the title states. */
async function stated(page: Page): Promise<number> {
  const text = (await title(page).textContent()) ?? "";
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(",", ""));
}

async function openList(page: Page, address: string): Promise<void> {
  await openView(page, address);
  await expect(row(page, 0)).toBeVisible();
}

const HOSTILE = "<think>x</think><img src=x onerror=alert(1)> **B**";

/** A file whose rows bring their texts along. */
function textsFile(rows: readonly Record<string, unknown>[]) {
  const lines = rows.map((fields, i) =>
    JSON.stringify({
      model: "말모델",
      benchmark: "texts",
      item_id: `q${i + 1}`,
      n_options: 3,
      gold_pos: 2,
      trial: 1,
      options: ["하나", "ığİI", "<b>üç</b>"],
      ...fields,
    }),
  );
  return { name: "texts.jsonl", bytes: Buffer.from(`${lines.join("\n")}\n`) };
}

test("lists every response, and shows any place of a long list at once", async ({ page }) => {
  await openList(page, "/responses?benchmark=simulated-massive-option");
  expect(await stated(page)).toBe(390_000);
  const scroller = page.getByTestId("responses-scroller");
  const started = Date.now();
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect(row(page, 389_999)).toBeVisible();
  // The goal is a second on an idle machine.
  expect(Date.now() - started).toBeLessThan(3000);
});

test("filters under a heading are in the link, and Back undoes them", async ({ page }) => {
  await openList(page, "/responses");
  const all = await stated(page);
  await page.getByRole("button", { name: "filter outcome" }).click();
  await page.getByRole("checkbox", { name: "unparsed" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("outcome")).toBe("unparsed");
  await expect(title(page)).toContainText("unparsed responses");
  const unparsed = await stated(page);
  expect(unparsed).toBeGreaterThan(0);
  expect(unparsed).toBeLessThan(all);

  await page.getByRole("textbox", { name: "filter gold" }).fill("2..3");
  await page.getByRole("textbox", { name: "filter gold" }).press("Enter");
  await expect.poll(() => queryOf(page)).toContain("where.gold_pos=2..3");
  await expect.poll(() => stated(page)).toBeLessThan(unparsed);

  await page.goBack();
  await expect.poll(() => stated(page)).toBe(unparsed);
  await expect(page.getByRole("textbox", { name: "filter gold" })).toHaveValue("");
});

test("a filter that cannot be read says what can be typed", async ({ page }) => {
  await openList(page, "/responses");
  const field = page.getByRole("textbox", { name: "filter trial" });
  await field.fill("many");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAttribute("title", /3\.\.10/);
  expect(queryOf(page)).toBe("");
});

test("keeps the filters in reach where no response is left", async ({ page }) => {
  await openView(page, "/responses?where.item_id=no-such-item");
  await expect(title(page)).toContainText("0 responses");
  await page.getByRole("button", { name: "Clear the column filters" }).click();
  await expect(row(page, 0)).toBeVisible();
});

test("sorts by a column, and a link of it shows the same in a fresh profile", async ({
  page,
  freshPage,
}) => {
  await openList(page, "/responses?benchmark=simulated-massive-option");
  const heading = page.getByRole("columnheader", { name: "response" });
  await heading.getByRole("button").click();
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  expect(new URLSearchParams(queryOf(page)).get("sort")).toBe("-resp_pos");
  await expect(row(page, 0)).toContainText("100");
  await row(page, 5).click();
  await expect(panel(page)).toContainText("6 of 390,000");
  await expect(panel(page)).toContainText("no text was ever written");
  const shown = (await panel(page).textContent()) ?? "";

  const other = await freshPage();
  await openView(other, page.url());
  await expect(panel(other)).toContainText("6 of 390,000");
  await expect(panel(other)).toHaveText(shown);
});

test("works from the keyboard, and the link holds the key alone", async ({ page }) => {
  await openList(page, "/responses?benchmark=mmlu-pro");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(grid(page)).toHaveAttribute("aria-activedescendant", "response-1");
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("2 of ");
  const first = new URLSearchParams(queryOf(page)).get("row") ?? "";
  expect(first.split(",")).toHaveLength(9);
  await page.keyboard.press("j");
  await expect(panel(page)).toContainText("3 of ");
  await page.keyboard.press("k");
  await expect(panel(page)).toContainText("2 of ");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  expect(new URLSearchParams(queryOf(page)).get("row")).toBeNull();
});

test("shows texts as text, with the matched span, gold and chosen", async ({ page }) => {
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await openList(page, "/responses?benchmark=texts");
  await dropFiles(page, [
    textsFile([{ text: HOSTILE }, { text: "정답은 ığİ.\nCevap: (B) <script>1</script>" }]),
  ]);
  await expect(title(page)).toContainText("2 responses of 말모델");
  await row(page, 0).click();
  const response = panel(page).getByRole("region", { name: "Response" });
  await expect(response).toHaveText(HOSTILE);
  await expect(response.locator("img, script, b")).toHaveCount(0);

  await page.keyboard.press("j");
  await expect(response).toHaveText("정답은 ığİ.\nCevap: (B) <script>1</script>");
  await expect(response.locator("mark")).toContainText("B");
  const options = panel(page).getByRole("list", { name: "Options" }).getByRole("listitem");
  await expect(options).toHaveCount(3);
  await expect(options.nth(0)).toHaveText(/^A하나$/);
  await expect(options.nth(1)).toContainText("gold");
  await expect(options.nth(1)).toContainText("chosen");
  await expect(options.nth(2)).toContainText("<b>üç</b>");
  expect(alerts).toEqual([]);
});

test("clips a text of 20 MB and shows all of it on request", async ({ page }) => {
  test.slow();
  await openList(page, "/responses?benchmark=texts");
  const text = `${"가나다라마바사 ".repeat(900_000)}\nAnswer: B`;
  await dropFiles(page, [textsFile([{ text }])]);
  // Import reads all of it for an answer.
  await expect(title(page)).toContainText("1 response of 말모델", { timeout: 40_000 });
  await row(page, 0).click();
  const response = panel(page).getByRole("region", { name: "Response" });
  await expect(response).toContainText("가나다라");
  expect((await response.textContent())?.length).toBeLessThan(101_000);
  await panel(page)
    .getByRole("button", { name: /^Find the matched span/ })
    .click();
  await expect(panel(page)).toContainText("lies further down");
  await panel(page)
    .getByRole("button", { name: /^Show all \(19\.\d MB\)$/ })
    .click();
  await expect(response.locator("mark")).toContainText("B");
});

test("says why there is no text", async ({ page }) => {
  await openList(page, "/responses?benchmark=simulated-massive-option");
  await row(page, 0).click();
  await expect(panel(page)).toContainText("simulated: its answers are positions");
  await openList(page, "/responses?benchmark=mmlu-pro&where.item_id=11248");
  await row(page, 0).click();
  await expect(panel(page)).toContainText(/kept no raw text|Response\d/);
});

test("exports all rows of the filters, and they import to the same rows", async ({ page }) => {
  await openList(page, "/responses?benchmark=mmlu-pro&section=law&outcome=unparsed");
  const count = await stated(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`foilscope-responses-${count}-rows.csv`);
  const bytes = await readFile(await file.path());
  const lines = bytes.toString("utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(count + 1);

  await dropFiles(page, [{ name: "again.csv", bytes }]);
  await expect(title(page)).toContainText(`${(2 * count).toLocaleString("en-US")} `);
});

test("chooses columns in the link, and names those that do not exist", async ({ page }) => {
  await openList(page, "/responses?cols=item_id,latency_ms,colour");
  await expect(page.getByRole("columnheader")).toHaveText(["item", "latency"]);
  await expect(page.getByText("columns that do not exist: colour")).toBeVisible();
  await page.getByRole("button", { name: /^Columns/ }).click();
  // The link decides what is checked, a moment after the press.
  await page.getByRole("checkbox", { name: "trial" }).click();
  await expect(page.getByRole("checkbox", { name: "trial" })).toBeChecked();
  await expect.poll(() => new URLSearchParams(queryOf(page)).get("cols")).toContain("trial");
});

test("a link whose open row is gone says so", async ({ page }) => {
  await openView(page, "/responses?row=gone,q1,~none,10,none,~none,~none,~none,1");
  await expect(page.getByText("The open data have no such response")).toBeVisible();
  await openView(page, "/responses?row=nonsense");
  await expect(page.getByText("is no key of a response")).toBeVisible();
});

test("fills a narrow screen with the open row", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page, "/responses");
  await row(page, 1).click();
  const sheet = page.getByRole("dialog", { name: "Response" });
  await expect(sheet).toBeVisible();
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await viewReady(page);
});

test("no accessibility fault and no overflow, in every look", async ({ page }) => {
  test.slow();
  await openList(page, "/responses");
  await row(page, 0).click();
  await expect(panel(page)).toContainText("Record");
  await expectAccessibleIn(LOOKS, page);
});
