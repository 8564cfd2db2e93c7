import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jobReplySchema, resultsReplySchema } from "@/lib/evaluate/contract/jobs";
import { startLlama } from "../tests/helpers/llama-host";
import { llamaMissing } from "../tests/helpers/llama-install";
import { viewReady } from "./support/pages";
import { serveStore } from "./support/serve";
import { expect, test } from "./support/test";

const missing = llamaMissing("gemma");
/** Items of the shipped set. */
const ITEMS = 30;
/** Two environments, no padding and one. */
const PLANNED = 4 * ITEMS;

test("an evaluation of a real model on llama.cpp, from its host to its records", async ({
  freshPage,
}) => {
  test.skip(missing !== null, `no real model: ${missing ?? ""}`);
  test.setTimeout(600_000);
  const dir = await mkdtemp(join(tmpdir(), "foilscope-real-"));
  const llama = await startLlama("gemma", { context: 4096, slots: 2, threads: 2 });
  const served = await serveStore(dir);
  try {
    const page = await freshPage(served.origin);
    await page.goto("/hosts");
    const form = page.getByRole("form", { name: "Attach a host" });
    await expect(page.getByText("No host is attached yet")).toBeVisible({ timeout: 60_000 });
    await form.getByLabel("Name").fill("llama");
    await form.getByLabel("Address").fill(llama.baseUrl);
    await form.getByRole("button", { name: "Attach" }).click();
    await page.getByRole("button", { name: "Ask llama what it is" }).click();
    await expect(page.getByText("4,096 tokens for a request")).toBeVisible();

    await page.getByRole("navigation", { name: "Evaluate" }).getByText("New job").click();
    await page.getByLabel("Model", { exact: true }).fill(llama.model);
    await page.getByLabel("Numbers of options N").fill("4");
    await page.getByLabel("english text front", { exact: true }).check();
    await page.getByLabel("Trials K").fill("1");
    await page.getByLabel("Answer tokens at most").fill("4");
    const preflight = page.getByRole("region", { name: "What it will take" });
    await expect(preflight.locator(`[data-requests="${PLANNED}"]`)).toBeVisible();
    await expect(preflight).toContainText("of the 4,096 that a request has");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL("**/jobs/1");
    const done = async () =>
      Number(await page.getByRole("progressbar").getAttribute("aria-valuenow"));
    await expect.poll(done, { timeout: 400_000 }).toBeGreaterThan(ITEMS);
    await expect(page.getByRole("list", { name: "Last answers" }).locator("li")).not.toHaveCount(0);

    // The rest would only take time: what is in flight is let finish.
    await page.getByRole("button", { name: "Pause" }).click();
    await expect(page.locator('main [data-state="paused"]')).toBeVisible();
    const api = `${served.origin}/api/jobs/1`;
    const job = async () => jobReplySchema.parse(await (await page.request.get(api)).json()).job;
    await expect.poll(async () => (await job()).hosts[0]?.slots, { timeout: 200_000 }).toBe(0);
    const paused = await job();
    const [run] = paused.runs;
    expect(paused).toMatchObject({ failed: 0, left: PLANNED - paused.done });
    // The model's own counts: every prompt has some tokens, every answer at most the ceiling.
    expect(run?.tokens.prompt?.responses).toBe(paused.done);
    expect(run?.tokens.completion?.tokens).toBeLessThanOrEqual(4 * paused.done);
    expect(run?.facts?.version).toMatch(/^llama\.cpp/);
    const results = resultsReplySchema.parse(
      await (await page.request.get(`${api}/results`)).json(),
    );
    // All items without padding, and some of them with it.
    const asked = new Map(results.cells.map((cell) => [cell.padding, cell.n_responses]));
    expect(asked.get("none")).toBe(ITEMS);
    expect(asked.get("english_text:front")).toBeGreaterThan(0);
    expect(results.cells.reduce((sum, cell) => sum + cell.n_responses, 0)).toBe(paused.done);

    await page.getByRole("button", { name: "Open in the explorer" }).click();
    await page.waitForURL("**/runs?run=*");
    await viewReady(page);
    await expect(page.locator("[data-view-status]")).toContainText("1 run of 1 model");
  } finally {
    await served.stop();
    await llama.close();
    await rm(dir, { recursive: true, force: true });
  }
});
