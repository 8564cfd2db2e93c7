import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { strToU8, zipSync } from "fflate";
import type { Page } from "@playwright/test";
import { dropFiles, facet, openView, queryOf, viewReady } from "./support/pages";
import { download, tableOf } from "./support/report";
import { asSet, csvRows } from "./support/rows";
import { CLI } from "./support/serve";
import { expect, test } from "./support/test";

const run = promisify(execFile);

const massive = () => readFile("tests/fixtures/massive.csv", "utf8");
const MODELS = ["alpha-content", "beta-primacy", "gamma-tail"];
/** The runs of massive.csv: 3 models x 2 environments x 9 paddings. */
const MASSIVE = { kept: "12,960", runs: 54 };
/** A view of the models of massive.csv alone. */
const OF_MASSIVE = `/scaling?model=${MODELS.join(",")}`;

/** The line that says what became of a dropped file. */
const said = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true });

/** The first figure has marks: a curve with length, or bars. */
async function expectDrawn(page: Page): Promise<void> {
  const figure = page.getByRole("figure").first();
  await expect(figure).toBeVisible();
  const curve = figure.locator("[data-series] path, [data-series] rect").first();
  await expect(curve).toHaveAttribute("d", /^M[^L]*\d/);
}

/** Massive's accuracy at N = 100 without padding, over every row: counted in the test itself. */
async function accuracyAt100(model: string, environment: string): Promise<number> {
  const rows = csvRows(await massive()).filter(
    (r) =>
      r.model === model && r.env === environment && r.padding === "none" && r.n_options === "100",
  );
  return rows.filter((r) => r.resp_pos === r.gold_pos).length / rows.length;
}

/** The scaling table's rows of the dropped models hold the file's accuracies. */
async function expectMassive(page: Page): Promise<void> {
  await viewReady(page);
  await expectDrawn(page);
  const table = page.getByRole("table").first();
  for (const model of MODELS) await expect(table).toContainText(model);
  const rows = await tableOf(page);
  for (const model of MODELS)
    for (const environment of ["easy", "full"]) {
      const row = rows.find(
        (r) => r.model === model && r.environment === environment && r.n_options === "100",
      );
      const name = `${model}, ${environment}`;
      expect(Number(row?.accuracy), name).toBeCloseTo(await accuracyAt100(model, environment), 9);
    }
}

test("a CSV is kept whole, and its curves are right", async ({ page }) => {
  await openView(page, OF_MASSIVE);
  await dropFiles(page, [{ name: "massive.csv", bytes: Buffer.from(await massive()) }]);
  await expect(
    said(page, `massive.csv: ${MASSIVE.kept} rows kept in ${MASSIVE.runs} runs`),
  ).toBeVisible();
  await expectMassive(page);
});

test("a JSONL is kept but for its broken lines, which are listed", async ({ page }) => {
  const lines = csvRows(await massive()).map((row) => JSON.stringify(row));
  lines.splice(1, 0, '{"model": "alpha-content", "n_opt');
  lines.push('["no", "object"]');
  await openView(page, OF_MASSIVE);
  await dropFiles(page, [{ name: "massive.jsonl", bytes: Buffer.from(lines.join("\n")) }]);
  await expect(
    said(page, `massive.jsonl: ${MASSIVE.kept} rows kept in ${MASSIVE.runs} runs, 2 rejected`),
  ).toBeVisible();
  await expectMassive(page);
  await page.getByRole("button", { name: "What became of each row" }).click();
  const rejects = page.getByRole("dialog", { name: /massive\.jsonl/ }).getByRole("row");
  await expect(rejects).toHaveCount(3);
  await expect(rejects.nth(1)).toContainText(/massive\.jsonl2/);
  await expect(rejects.nth(2)).toContainText(/massive\.jsonl12,962/);
});

test.describe("a Parquet file that the command line exported", () => {
  let directory: string;
  let parquet: Buffer;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    directory = await mkdtemp(join(tmpdir(), "foilscope-drops-"));
    const options = { env: { ...process.env, FOILSCOPE_DATA: directory } };
    await run(process.execPath, [CLI, "import", "tests/fixtures/massive.csv"], options);
    const out = join(directory, "massive.parquet");
    await run(
      process.execPath,
      [CLI, "export", join(directory, "runs"), "--format", "parquet", "--out", out],
      options,
    );
    parquet = await readFile(out);
  });

  test.afterAll(() => rm(directory, { recursive: true, force: true }));

  test("is kept whole, and its curves are right", async ({ page }) => {
    await openView(page, OF_MASSIVE);
    await dropFiles(page, [{ name: "massive.parquet", bytes: parquet }]);
    await expect(
      said(page, `massive.parquet: ${MASSIVE.kept} rows kept in ${MASSIVE.runs} runs`),
    ).toBeVisible();
    await expectMassive(page);
  });

  test("says so when its end is missing, and the whole file then works", async ({ page }) => {
    await openView(page, OF_MASSIVE);
    const half = parquet.subarray(0, parquet.length >> 1);
    await dropFiles(page, [{ name: "massive.parquet", bytes: half }]);
    const alert = page.getByRole("alert").filter({ hasText: "massive.parquet" });
    await expect(alert).toContainText("Nothing of massive.parquet could be kept");
    await expect(alert).toContainText("not a readable Parquet file");
    await expect(alert).toContainText("Put the file right and drop it again.");
    await dropFiles(page, [{ name: "massive.parquet", bytes: parquet }]);
    await expect(said(page, /^massive\.parquet: 12,960 rows kept/)).toBeVisible();
    await expectMassive(page);
  });
});

test("a zip of MMLU-Pro answers makes our run and the publisher's", async ({ page }) => {
  const records = JSON.parse(await readFile("e2e/fixtures/mmlu-pro-30.json", "utf8")) as unknown[];
  const rows = [...records.slice(0, 3), "no record", ...records.slice(3)];
  const entry = "eval_results/model_outputs_Thirty-Answers_5shots.json";
  const zip = zipSync({ [entry]: strToU8(JSON.stringify(rows)) });
  await openView(page, "/positions?model=Thirty-Answers");
  await dropFiles(page, [{ name: "thirty.zip", bytes: Buffer.from(zip) }]);
  await expect(said(page, /^thirty\.zip: 60 rows kept in 2 runs, 1 rejected/)).toBeVisible();
  await viewReady(page);
  await expectDrawn(page);
  await expect(page.getByRole("table").first()).toContainText("Thirty-Answers");

  await page.getByRole("button", { name: "What became of each row" }).click();
  const dialog = page.getByRole("dialog", { name: /thirty\.zip/ });
  await expect(dialog).toContainText("element 4: a text, not an object");
  await page.keyboard.press("Escape");

  // Each reading has a bar of its own: the letters beside the texts that they were taken from.
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Runs" }).click();
  await viewReady(page);
  const runs = page.getByRole("list", { name: "Runs" }).locator("> li");
  await expect(runs.filter({ hasText: "declaration-1" })).toHaveCount(1);
  await expect(runs.filter({ hasText: "publisher" })).toHaveCount(1);
  await expect(runs.first()).toContainText("of 12,032 planned");
});

test("a copied link shows the same in a fresh profile", async ({ page, context, freshPage }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openView(page, "/scaling?benchmark=simulated-massive-option");
  await (await facet(page, "environment")).getByRole("checkbox", { name: /^easy/ }).click();
  await expect
    .poll(() => [...new URLSearchParams(queryOf(page)).keys()].sort())
    .toEqual(["benchmark", "env"]);
  await viewReady(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const title = (await page.locator("#view-title").textContent()) ?? "";
  const chips = page.getByRole("list", { name: "Filters in force" }).getByRole("listitem");
  await expect(chips).toHaveCount(2);
  const texts = await chips.allTextContents();
  expect(texts.join(" ")).toContain("easy");
  const table = await tableOf(page);
  expect(table.length).toBeGreaterThan(0);

  const other = await freshPage();
  await openView(other, link);
  await expect(other.locator("#view-title")).toHaveText(title);
  await expect(
    other.getByRole("list", { name: "Filters in force" }).getByRole("listitem"),
  ).toHaveText(texts);
  expect(await tableOf(other)).toEqual(table);
  await expect(other.getByText("The data have changed")).toHaveCount(0);
});

test("what Responses exports under a filter comes back as the same rows", async ({ page }) => {
  const address = "/responses?model=o-content,o-tail&env=easy&N=25";
  const stated = (count: number) =>
    expect(page.locator("#view-title")).toContainText(`${count.toLocaleString("en-US")} responses`);
  await openView(page, address);
  await dropFiles(page, [{ name: "edges.csv", bytes: await readFile("tests/fixtures/edges.csv") }]);
  const source = csvRows(await readFile("tests/fixtures/edges.csv", "utf8")).filter(
    (r) =>
      ["o-content", "o-tail"].includes(r.model ?? "") && r.env === "easy" && r.n_options === "25",
  );
  expect(source.length).toBeGreaterThan(0);
  await stated(source.length);
  const first = await download(page, "CSV");
  const exported = csvRows(first.toString("utf8"));
  // The rows of the file itself, by what identifies a response and what was answered.
  const core = (r: Record<string, string>) =>
    [r.model, r.padding, r.item_id ?? r.target_id, r.trial, r.gold_pos, r.resp_pos].join("|");
  expect(exported.map(core).sort()).toEqual(source.map(core).sort());

  await page.getByRole("button", { name: /^data:/ }).click();
  await page.getByRole("button", { name: "Remove edges.csv" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator("#view-title")).toContainText("0 responses");
  await dropFiles(page, [{ name: "again.csv", bytes: first }]);
  await expect(said(page, new RegExp(`^again\\.csv: ${source.length} rows kept in`))).toBeVisible();
  await stated(source.length);
  const second = csvRows((await download(page, "CSV")).toString("utf8"));
  expect(asSet(second)).toEqual(asSet(exported));
});

test("bytes that are no text say so, whatever their name", async ({ page }) => {
  const junk = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 73 + (i >> 3)) % 256));
  await openView(page, "/scaling");
  await dropFiles(page, [{ name: "junk.csv", bytes: junk }]);
  const alert = page.getByRole("alert").filter({ hasText: "junk.csv" });
  await expect(alert).toContainText("Nothing of junk.csv could be kept");
  await expect(alert).toContainText("Put the file right and drop it again.");
  await expectDrawn(page);
});

test("a link that is broken throughout still shows a view and says what to do", async ({
  page,
}) => {
  await openView(page, "/positions?N=ten&k=-3&%E0%A4%A=x&env=%00");
  await expectDrawn(page);
  await expect(page.getByText("N=ten")).toBeVisible();
  await page.getByRole("button", { name: "Tidy the link" }).click();
  await expect(page.getByText("N=ten")).toHaveCount(0);
  expect(queryOf(page)).not.toContain("ten");
});

/** Trials of one model: right in 3 of 4 at N=4, in 2 of 5 at N=10. */
function trialsOf(model: string, items: number, trials: number): Buffer {
  const right = (n: number, trial: number) => (n === 4 ? trial % 4 !== 0 : trial % 5 < 2);
  const lines = [4, 10].flatMap((n) =>
    Array.from({ length: items * trials }, (_, i) => {
      const trial = 1 + (i % trials);
      return `${model},${n},q${Math.floor(i / trials)},${trial},1,${right(n, trial) ? 1 : 2}`;
    }),
  );
  return Buffer.from(["model,n_options,item_id,trial,gold_pos,resp_pos", ...lines].join("\n"));
}

test("a file that goes while the next one is read takes nothing of that along", async ({
  page,
}) => {
  test.slow();
  await openView(page, "/scaling?benchmark=imported");
  const data = page.getByRole("button", { name: /^data:/ });
  const alone = (await data.textContent()) ?? "";
  await dropFiles(page, [{ name: "small.csv", bytes: trialsOf("small-one", 2, 20) }]);
  await expect(said(page, "small.csv: 80 rows kept in 1 run")).toBeVisible();
  await viewReady(page);
  await data.click();
  const remove = page.getByRole("button", { name: "Remove small.csv" });
  await expect(remove).toBeVisible();
  await dropFiles(page, [{ name: "large.csv", bytes: trialsOf("large-one", 50, 1500) }]);
  const reading = page.getByRole("status").filter({ hasText: /Reading large\.csv.*rows/ });
  await expect(reading).toBeVisible();
  // In one turn of the page: it is removed while the other is being read, or the test says so.
  const stillRead = await remove.evaluate((button: HTMLElement) => {
    const said = [...document.querySelectorAll("[role=status]")].map((own) => own.textContent);
    button.click();
    return said.some((text) => text.includes("Reading large.csv"));
  });
  expect(stillRead).toBe(true);
  await expect(remove).toHaveCount(0);
  await expect(said(page, "large.csv: 150,000 rows kept in 1 run")).toBeVisible({
    timeout: 60_000,
  });
  await page.keyboard.press("Escape");
  await expect(data).toHaveText(`${alone} + 1 file`);
  await viewReady(page);
  const rows = await tableOf(page);
  expect(rows.map((r) => [r.model, r.n_options, r.n_items, r.n_trials, r.n_responses])).toEqual([
    ["large-one", "4", "50", "1500", "75000"],
    ["large-one", "10", "50", "1500", "75000"],
  ]);
  for (const [i, right] of [
    { accuracy: 0.75, na: 2 / 3 },
    { accuracy: 0.4, na: 1 / 3 },
  ].entries()) {
    expect(Number(rows[i]?.accuracy)).toBeCloseTo(right.accuracy, 12);
    expect(Number(rows[i]?.na)).toBeCloseTo(right.na, 12);
  }
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Runs" }).click();
  await viewReady(page);
  await expect(page.getByRole("list", { name: "Runs" }).locator("> li")).toHaveCount(1);
});

/** Files in the origin's private file system, but for the marks of when they were used. */
const copies = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const filesIn = async (dir: FileSystemDirectoryHandle): Promise<string[]> => {
      const found: string[] = [];
      for await (const [name, entry] of dir.entries())
        found.push(
          ...(entry.kind === "file" ? [name] : await filesIn(entry as FileSystemDirectoryHandle)),
        );
      return found;
    };
    return (await filesIn(await navigator.storage.getDirectory()))
      .filter((n) => n !== "used")
      .sort();
  });

test("a dropped file survives a reload in its tab alone, and is gone once it was removed", async ({
  page,
}) => {
  test.slow();
  // What a link asks for must never be called unknown while its file is about to come back.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes("These data have no"))
        document.documentElement.dataset.unknown = "said";
    }).observe(document, { childList: true, subtree: true });
  });
  const root = page.locator("html");
  await openView(page, OF_MASSIVE);
  await expect(root).toHaveAttribute("data-unknown", "said");
  const data = page.getByRole("button", { name: /^data:/ });
  const alone = (await data.textContent()) ?? "";
  await dropFiles(page, [{ name: "massive.csv", bytes: Buffer.from(await massive()) }]);
  await expect(data).toHaveText(`${alone} + 1 file`);
  await expect.poll(() => copies(page)).toEqual(["0", "meta.json"]);
  await page.reload();
  // The engine starts anew before the file is read again; the view is drawn without it meanwhile.
  await expect(data).toHaveText(`${alone} + 1 file`, { timeout: 45_000 });
  await expectMassive(page);
  await expect(root).not.toHaveAttribute("data-unknown");

  // A tab that this one opens begins with a copy of its session, as a duplicate does.
  const [other] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => void window.open("/scaling")),
  ]);
  await viewReady(other);
  await expect(other.getByRole("button", { name: /^data:/ })).toHaveText(alone);
  expect(await copies(other)).toEqual(["0", "meta.json"]);
  await other.close();

  await data.click();
  const menu = page.getByRole("dialog", { name: "Data" });
  await expect(menu.getByText("massive.csv", { exact: true })).toBeVisible();
  await menu.getByRole("button", { name: "Remove massive.csv" }).press("Enter");
  await expect(menu.getByText("massive.csv", { exact: true })).toHaveCount(0);
  await expect(menu.getByRole("button", { name: "Add files" })).toBeFocused();
  await expect.poll(() => copies(page)).toEqual([]);
  await page.reload();
  await viewReady(page);
  await expect(data).toHaveText(alone);
});
