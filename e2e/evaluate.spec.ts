import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { readItemSet, listItemSets } from "@/lib/datasets/store";
import { jobReplySchema } from "@/lib/evaluate/contract/jobs";
import { formatRate } from "@/lib/format/number";
import type { JobSpec } from "@/lib/protocol/job-spec";
import { planOf } from "@/lib/protocol/plan";
import { presenterOf } from "@/lib/protocol/present";
import { renderPrompt } from "@/lib/protocol/prompts/render";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { answerTo, chatHost, type ChatHost } from "./support/chat-host";
import { dropFiles, viewReady } from "./support/pages";
import { serveStore, type Served } from "./support/serve";
import { expect, test } from "./support/test";

const PLANNED = 300;
const STEP = 60;

let dir: string;
let served: Served;
let host: ChatHost;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-evaluate-"));
  served = await serveStore(dir);
  host = await chatHost();
});
test.afterAll(async () => {
  await served.stop();
  await host.close();
  await rm(dir, { recursive: true, force: true });
});

/** What is chosen in lists that are too narrow for it; the arrow takes its own room. */
const cutTexts = (page: Page) =>
  page.locator("select").evaluateAll((lists) =>
    lists.flatMap((list) => {
      const { options, selectedIndex, clientWidth } = list as HTMLSelectElement;
      const text = options[selectedIndex]?.text ?? "";
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen) throw new Error("no canvas");
      const { font, paddingLeft, paddingRight } = getComputedStyle(list);
      pen.font = font;
      const room = clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
      return pen.measureText(text).width > room ? [text] : [];
    }),
  );

/** Reads a stream until it has said a text, or with null to its end. */
async function readUntil(reader: ReadableStreamDefaultReader<string>, text: string | null) {
  let said = "";
  while (text === null || !said.includes(text)) {
    const { done, value } = await reader.read();
    if (done && text === null) return;
    if (done) throw new Error(`the stream ended before it said ${text ?? ""}: ${said}`);
    said += value;
  }
}

async function attach(page: Page, name: string, address: string): Promise<void> {
  const form = page.getByRole("form", { name: "Attach a host" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Address").fill(address);
  await form.getByRole("button", { name: "Attach" }).click();
  await expect(page.locator(`[data-host="${name}"]`)).toBeVisible();
}

const json = (page: Page) => page.getByLabel("The job as JSON");
const start = (page: Page) => page.getByRole("button", { name: "Start", exact: true });
const preflight = (page: Page) => page.getByRole("region", { name: "What it will take" });
const requests = (page: Page, count: number) =>
  preflight(page).locator(`[data-requests="${count}"]`);
const standing = (page: Page, state: string, done: number, planned = PLANNED) =>
  Promise.all([
    expect(page.locator(`main [data-state="${state}"]`)).toBeVisible({ timeout: 30_000 }),
    expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", String(done), {
      timeout: 30_000,
    }),
    expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuemax", String(planned)),
  ]);

/** By N, the accuracy that the host's answers must have: the mean over items of their means over trials. */
async function expectedAccuracy(spec: JobSpec): Promise<ReadonlyMap<number, number>> {
  const [listed] = (await listItemSets(["samples/item-sets"])).sets;
  if (!listed) throw new Error("no item set is shipped");
  const set = await readItemSet(listed.dir);
  const plan = planOf(spec, set);
  const present = presenterOf(spec, set);
  const render = renderPrompt(spec, set);
  const right = new Map<number, { right: number; all: number }>();
  for (let index = 0; index < plan.chunks; index += 1)
    for (const key of plan.keys(plan.chunk(index))) {
      const presented = present(key);
      const prompt = render(presented)
        .map((message) => message.content)
        .join("");
      const sum = right.get(key.n_options) ?? { right: 0, all: 0 };
      right.set(key.n_options, {
        right: sum.right + Number(answerTo(prompt) === presented.goldPos),
        all: sum.all + 1,
      });
    }
  // All items have as many trials: the mean of means is the mean of all.
  return new Map([...right].map(([n, sum]) => [n, sum.right / sum.all]));
}

test("an evaluation from its host to its numbers", async ({ freshPage }) => {
  test.setTimeout(240_000);
  const page = await freshPage(served.origin);
  await page.goto("/jobs");
  await expect(page.getByText("Nothing has been asked yet")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "attach a host" }).click();

  // A host is attached, and tells what it is.
  await expect(page.getByText("No host is attached yet")).toBeVisible();
  await page.getByRole("button", { name: "Attach" }).click();
  await expect(page.getByText("use small letters, digits and hyphens")).toBeVisible();
  await attach(page, "scripted", `${host.url}/v1`);
  await page.getByRole("button", { name: "Ask scripted what it is" }).click();
  await expect(page.getByText("It answers: vLLM 0.0.1")).toBeVisible();
  await expect(page.getByText("2,000 tokens for a request")).toBeVisible();
  host.allow(10);
  await page.getByRole("button", { name: "Try small-model" }).click();
  await expect(page.getByText("reasons when asked to")).toBeVisible();
  host.allow(0);
  await expectAccessibleIn(LOOKS, page);

  // A job is described; form and text are one.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("navigation", { name: "Evaluate" }).getByText("New job").click();
  await page.getByLabel("Model", { exact: true }).fill("small-model");
  await page.getByLabel("Numbers of options N").fill("4, 10");
  await page.getByLabel("full", { exact: true }).uncheck();
  await page.getByLabel("Trials K").fill("5");
  await expect(requests(page, PLANNED)).toBeVisible();
  await expect(start(page)).toBeEnabled();
  // What is no value starts nothing with the one before it.
  await page.getByLabel("Trials K").fill("1,000");
  await expect(start(page)).toBeDisabled();
  await expect(page.getByText("“Trials K” holds what is no value")).toBeVisible();
  await page.getByLabel("Trials K").fill("5");
  await expect(start(page)).toBeEnabled();
  await expect(preflight(page)).toContainText("30 items in 2 cells for 1 model");
  await expect(preflight(page)).toContainText("of the 2,000 that a request has");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator("select")).not.toHaveCount(0);
    expect(await cutTexts(page), `${width} px`).toEqual([]);
  }
  const text = await json(page).inputValue();
  await json(page).fill(text.replace('"name": "First look"', '"name": "Through the text"'));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Through the text");

  // A text that is no JSON names its line, and the form stays.
  const line = text.split("\n").findIndex((one) => one.includes('"trials"')) + 1;
  await json(page).fill(text.replace('"trials": 5,', '"trials": ,'));
  await expect(page.getByRole("list", { name: "Problems" })).toContainText(
    `Line ${line}: a value is missing`,
  );
  await expect(page.getByLabel("Trials K")).toHaveValue("5");
  await expect(page.getByLabel("Trials K")).toBeDisabled();
  await expect(start(page)).toBeDisabled();
  await page.getByRole("button", { name: "Back to the last readable text" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Through the text");

  // What cannot fit is refused, with the largest N that can.
  await page.getByLabel("Numbers of options N").fill("4, 10, 100");
  await expect(preflight(page).getByRole("alert")).toContainText(
    "The largest N of this job that fits is 10",
  );
  await expect(start(page)).toBeDisabled();
  await page.getByLabel("Numbers of options N").fill("4, 10");
  await expect(requests(page, PLANNED)).toBeVisible();
  await expectAccessibleIn(LOOKS, page);

  // A reload keeps the draft; discarding it goes back to what the job began as, and is asked about.
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Through the text");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByRole("button", { name: "Leave it as it is" }).click();
  const draft = await json(page).inputValue();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("First look");
  await expect(page.getByRole("button", { name: "Discard the draft" })).toBeHidden();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("First look");
  await json(page).fill(draft);
  await expect(requests(page, PLANNED)).toBeVisible();

  // It runs, and is watched.
  const before = host.seen.length;
  await start(page).click();
  await page.waitForURL("**/jobs/1");
  host.allow(STEP);
  await standing(page, "running", STEP);
  await expect(
    page.getByRole("list", { name: "Last answers" }).locator("li").first(),
  ).toBeVisible();
  await expect(page.getByRole("figure").first()).toBeVisible();

  // Another page follows the same job.
  const other = await freshPage(served.origin);
  await other.goto("/jobs");
  await expect(other.locator('[data-job="1"]')).toContainText(`${STEP} of ${PLANNED} done`);

  // The explorer shows what is there, while it runs.
  await page.getByRole("button", { name: "Open in the explorer" }).click();
  await page.waitForURL("**/scaling?run=*");
  await viewReady(page);
  const address = page.url();
  await expect(page.locator("[data-view-status]")).toContainText(`${STEP} responses`);

  // A pause lets what is in flight finish; a reload finds it so.
  await other.goto("/jobs/1");
  await standing(other, "running", STEP);
  await host.arrived(before + 2 + STEP);
  await other.getByRole("button", { name: "Pause" }).click();
  await expect(other.locator('main [data-state="paused"]')).toBeVisible();
  host.allow(4);
  await standing(other, "paused", STEP + 4);
  await other.reload();
  await standing(other, "paused", STEP + 4);
  await expectAccessibleIn(LOOKS, other);
  host.allow(PLANNED);
  await other.getByRole("button", { name: "Resume" }).click();
  await standing(other, "complete", PLANNED);

  // The explorer offers what came since, and its view stays: the page, a dropped file, the focus.
  const lines = ["model,item_id,n_options,trial,gold_pos,resp_pos", "own,q1,4,1,1,1"];
  await dropFiles(page, [{ name: "own.csv", bytes: Buffer.from(lines.join("\n")) }]);
  await expect(page.getByText("own.csv: 1 row kept in 1 run")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("button", { name: "Show them" }).click({ timeout: 30_000 });
  await expect(page.locator("[data-view-status]")).toContainText(`${PLANNED} responses`, {
    timeout: 45_000,
  });
  expect(page.url()).toBe(address);
  await expect(page.getByText("The new results are shown")).toBeVisible();
  await expect(page.getByRole("button", { name: "Put away" })).toBeFocused();
  expect(await page.evaluate(() => "same" in window)).toBe(true);
  await expect(page.getByRole("button", { name: /\+ 1 file$/ })).toBeVisible();

  // Every number is the one that the host's answers must give.
  const reply = await other.request.get(`${served.origin}/api/jobs/1`);
  const { spec } = jobReplySchema.parse(await reply.json());
  const expected = await expectedAccuracy(spec);
  const cells = other.getByRole("region", { name: "Cells so far" });
  for (const [n, accuracy] of expected) {
    const na = formatRate((accuracy - 1 / n) / (1 - 1 / n));
    const row = cells
      .locator("tbody tr")
      .filter({ has: other.getByRole("cell", { name: String(n), exact: true }) });
    await expect(row).toContainText(formatRate(accuracy));
    await expect(row).toContainText(na);
    // The explorer has it from the run directories, by its own SQL; its interval, too.
    const interval = await row.locator("td").last().innerText();
    const table = page.locator("[data-view-status] table").first();
    await expect(table).toContainText(na);
    await expect(table).toContainText(interval);
  }
});

test("a host that fails pauses its job and says why; what failed is tried again", async ({
  freshPage,
}) => {
  test.setTimeout(180_000);
  const page = await freshPage(served.origin);
  await page.goto("/jobs/new?from=1");
  await page.getByLabel("Seed", { exact: true }).fill("another");
  await page.getByLabel("Tries of a request").fill("1");
  await page.getByLabel("Trials K").fill("1");
  await expect(requests(page, 60)).toBeVisible({ timeout: 30_000 });
  await expect(preflight(page)).toContainText("as its last run here took");
  host.break(true);
  host.allow(10_000);
  await start(page).click();
  await page.waitForURL("**/jobs/2");
  await expect(page.locator('main [data-state="paused"]')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("alert").filter({ hasText: "Paused" })).toContainText(
    "host scripted failed 20 requests in a row",
  );
  const failures = page.getByRole("list", { name: "Failures by kind" });
  await expect(failures).toContainText("status 500");
  await expect(failures).toContainText("out of memory");
  host.break(false);
  await page.getByRole("button", { name: /^Retry \d+ failures$/ }).click();
  await page.getByRole("button", { name: "Resume" }).click();
  await standing(page, "complete", 60, 60);
  await expect(failures).toBeHidden();
  await page.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: /^Remove/ });
  await expect(dialog).toContainText("Runs that were written for the explorer stay");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.waitForURL("**/jobs");
  await expect(page.locator('[data-job="1"]')).toBeVisible();
  await expect(page.locator('[data-job="2"]')).toBeHidden();
});

test("beyond loopback changes need the operator’s token, which the page alone keeps", async ({
  freshPage,
}) => {
  const store = await mkdtemp(join(tmpdir(), "foilscope-token-"));
  const open = await serveStore(store, { HOST: "0.0.0.0", FOILSCOPE_TOKEN: "let-me-in" });
  try {
    const page = await freshPage(open.origin.replace("0.0.0.0", "127.0.0.1"));
    await page.goto("/hosts");
    const form = page.getByRole("form", { name: "Attach a host" });
    await expect(page.getByText("No host is attached yet")).toBeVisible({ timeout: 60_000 });
    await form.getByLabel("Name").fill("sim");
    await form.getByLabel("Kind").selectOption("simulated");
    await form.getByRole("button", { name: "Attach" }).click();
    const dialog = page.getByRole("dialog", { name: "The operator’s token" });
    await dialog.getByLabel("Token").fill("wrong");
    await dialog.getByRole("button", { name: "Go on" }).click();
    await expect(dialog.getByRole("alert")).toContainText("not the token");
    await dialog.getByLabel("Token").fill("let-me-in");
    await dialog.getByRole("button", { name: "Go on" }).click();
    await expect(page.locator('[data-host="sim"]')).toBeVisible();
    // It is not asked for twice, and lies nowhere.
    await page.getByRole("button", { name: "Ask sim what it is" }).click();
    await expect(page.getByText("It answers: simulated")).toBeVisible();
    const kept = await page.evaluate(() =>
      [JSON.stringify([localStorage, sessionStorage]), document.cookie, location.href].join(),
    );
    expect(kept).not.toContain("let-me-in");
  } finally {
    await open.stop();
    await rm(store, { recursive: true, force: true });
  }
});

test("a server that is told to end does so at once, with a stream open and a request in flight", async ({
  freshPage,
}) => {
  test.setTimeout(180_000);
  const page = await freshPage(served.origin);
  await page.goto("/jobs/new?from=1");
  await page.getByLabel("Seed", { exact: true }).fill("ended");
  await page.getByLabel("Trials K").fill("1");
  await expect(requests(page, 60)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Discard the draft" })).toBeVisible();
  const seen = host.seen.length;
  host.allow(8);
  await start(page).click();
  await page.waitForURL(/jobs\/\d+$/);
  const address = `/api${new URL(page.url()).pathname}`;
  await standing(page, "running", 8, 60);
  await host.arrived(seen + 9);
  const { body } = await fetch(`${served.origin}${address}/events`);
  if (!body) throw new Error("the stream of events has no body");
  const events = body.pipeThrough(new TextDecoderStream()).getReader();
  await readUntil(events, '"kind":"results"');
  await served.stop();
  // A stream that ends, and is not cut off: that would reject.
  await readUntil(events, null);

  // Another server goes on where it was left.
  host.allow(10_000);
  served = await serveStore(dir);
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${served.origin}${address}`);
        const { job } = jobReplySchema.parse(await reply.json());
        return [job.state, job.done];
      },
      { timeout: 60_000 },
    )
    .toEqual(["complete", 60]);
});
