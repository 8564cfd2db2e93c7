import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, FOUR } from "@/lib/datasets/augment/testing";
import { writeItemSet } from "@/lib/datasets/store";
import { hostConfigSchema } from "@/lib/hosts/config";
import { attachHost } from "@/lib/hosts/config-store";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { serveStore, type Served } from "./support/serve";
import { expect, test } from "./support/test";

let dir: string;
let served: Served;
test.beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-conditions-"));
  const { parts } = await build(FOUR, { name: "Five and ten", permutations: 2 });
  await writeItemSet(join(dir, "sets"), parts);
  await attachHost(dir, hostConfigSchema.parse({ id: "dry-run", kind: "simulated" }));
  served = await serveStore(dir);
});
test.afterAll(async () => {
  await served.stop();
  await rm(dir, { recursive: true, force: true });
});

test("the four conditions of five and ten options are chosen, counted and asked", async ({
  freshPage,
}) => {
  test.setTimeout(180_000);
  const page = await freshPage(served.origin);
  await page.goto("/jobs/new");
  await page.getByLabel("Item set").selectOption({ label: "Five and ten" }, { timeout: 60_000 });
  await page.getByLabel("Model", { exact: true }).fill("content");
  for (const name of ["five-original", "ten-appended", "ten-interleaved", "ten-permuted"])
    await page.getByLabel(`${name}:`).check();
  await page.getByLabel("Permutations").fill("2");
  await page.getByLabel("Trials K").fill("1");

  // Four questions: once with five options, once appended, twice merged and twice permuted.
  const preflight = page.getByRole("region", { name: "What it will take" });
  await expect(preflight.locator('[data-requests="24"]')).toBeVisible();
  await expect(preflight.getByRole("list", { name: "By condition" }).locator("li")).toHaveText([
    "five-original, N=5: 4 items in 1 order, 4 requests",
    "ten-appended, N=10: 4 items in 1 order, 4 requests",
    "ten-interleaved, N=10: 4 items in 2 orders, 8 requests",
    "ten-permuted, N=10: 4 items in 2 orders, 8 requests",
  ]);
  await expect(preflight).toContainText("Several orders of one item are no further items");
  await expectAccessibleIn(LOOKS, page);

  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL("**/jobs/1");
  await expect(page.locator('main [data-state="complete"]')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "24");
});
