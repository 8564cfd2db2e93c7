import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openNodeEngine } from "@/lib/engine/node";
import { prepareStage } from "@/lib/records/stage";
import { writeRuns } from "@/lib/records/store/write";
import { manifest } from "../tests/helpers/stage";
import { queryOf } from "./support/pages";
import { serveStore } from "./support/serve";
import { expect, test } from "./support/test";
import { detail, settled } from "./support/views";

const ITEMS = 100;
const TRIALS = 2000;
const ROWS = ITEMS * TRIALS;
/** The goal is a second on an idle machine; here another browser works beside. */
const SOON_MS = 5000;

/** A run of 200,000 responses, each with a text of 4 kB of its own: 800 MB of them. */
async function writeLongRun(dir: string): Promise<void> {
  const engine = await openNodeEngine(join(dir, "work.duckdb"));
  try {
    await prepareStage(engine);
    await engine.exec(`CREATE TABLE asked AS
      SELECT 'q' || i AS item_id, t AS trial, 1 + (i + t) % 4 AS resp_pos
      FROM range(${ITEMS}) AS a(i), range(1, ${TRIALS + 1}) AS b(t)`);
    await engine.exec(`INSERT INTO stage.responses BY NAME
      SELECT 'long' AS run_id, 'm' AS model, 'volume' AS benchmark, item_id, 4 AS n_options,
        'none' AS padding, trial, 1 AS gold_pos, resp_pos, 'answered' AS outcome,
        'declaration-1' AS scorer, 1 AS attempts FROM asked`);
    await engine.exec(`INSERT INTO stage.raw BY NAME
      SELECT 'long' AS run_id, item_id, 4 AS n_options, 'none' AS padding, trial,
        repeat(md5(item_id || ' ' || trial), 125) || ' Answer: ' || resp_pos AS text FROM asked`);
    const run = manifest("long", "m", {
      benchmark: "volume",
      scorer: "declaration-1",
      planned: ROWS,
      counts: { answered: ROWS },
    });
    await writeRuns(engine, [run], join(dir, "runs"));
  } finally {
    await engine.close();
  }
}

/** Milliseconds from a change of the link until the list shows it, by the page's own clock. */
async function listTakes(page: Page, query: string, title: string): Promise<number> {
  await page.evaluate(
    ([to, says]) => {
      const started = performance.now();
      const shown = () =>
        document.querySelector("#view-title")?.textContent.includes(says ?? "") === true &&
        document.querySelector("[data-index]") !== null &&
        document.querySelector("[data-view-status] [aria-busy=true]") === null;
      const observer = new MutationObserver(() => {
        if (!shown()) return;
        observer.disconnect();
        Object.assign(window, { took: performance.now() - started });
      });
      Object.assign(window, { took: undefined });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      window.history.pushState(null, "", `/responses?${to ?? ""}`);
    },
    [query, title],
  );
  const took = await page.waitForFunction(() => (window as unknown as { took?: number }).took);
  return (await took.jsonValue()) ?? Number.NaN;
}

test("200,000 responses with 4 kB of text each are listed, filtered, sorted and opened", async ({
  freshPage,
}) => {
  test.setTimeout(180_000);
  const dir = await mkdtemp(join(tmpdir(), "foilscope-volume-"));
  await writeLongRun(dir);
  const served = await serveStore(dir);
  try {
    const page = await freshPage(served.origin);
    await page.goto("/responses");
    const title = page.locator("#view-title");
    await expect(title).toContainText("200,000 responses", { timeout: 60_000 });
    await settled(page);

    const took = {
      "by trial": await listTakes(page, "where.trial=7..7", "100 responses"),
      "by item": await listTakes(page, "item=q42", "2,000 responses"),
      sorted: await listTakes(page, "sort=-resp_pos", "200,000 responses"),
    };
    for (const [what, ms] of Object.entries(took)) expect(ms, what).toBeLessThan(SOON_MS);

    await page.getByTestId("responses-scroller").evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    const last = page.locator(`[data-index="${ROWS - 1}"]`);
    await expect(last).toBeVisible();
    await last.click();
    await expect(detail(page, "Response")).toContainText("Answer: 1");
    // The link names the row, and holds nothing of its text.
    expect(queryOf(page).length).toBeLessThan(200);
  } finally {
    await served.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
