import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, FOUR } from "@/lib/datasets/augment/testing";
import { provenanceOf } from "@/lib/datasets/provenance";
import { writeItemSet } from "@/lib/datasets/store";
import { hostConfigSchema } from "@/lib/hosts/config";
import { attachHost } from "@/lib/hosts/config-store";
import type { JobSpecInput } from "@/lib/protocol/job-spec";
import { expectAccessibleIn, LOOKS } from "./support/access";
import { numberOf, tableOf } from "./support/report";
import { CLI, serveStore, type Served } from "./support/serve";
import { expect, test } from "./support/test";
import { settled } from "./support/views";

test("counts how the items of a set hang together, with the published counts beside", async ({
  freshPage,
}) => {
  test.setTimeout(120_000);
  const dir = await mkdtemp(join(tmpdir(), "foilscope-donors-"));
  let served: Served | null = null;
  try {
    const { parts } = await build(FOUR, { name: "Five and ten" });
    const { hash } = await writeItemSet(join(dir, "sets"), parts);
    await attachHost(dir, hostConfigSchema.parse({ id: "dry-run", kind: "simulated" }));
    const spec: JobSpecInput = {
      version: 1,
      name: "Donors",
      item_set: hash,
      trials: 1,
      seed: "1",
      prompt: "question-en",
      scorer: "strict-2",
      label_style: "letters",
      decoding: { max_tokens: 16 },
      models: [{ host: "dry-run", model: "content" }],
    };
    await writeFile(join(dir, "spec.json"), JSON.stringify(spec));
    const ran = spawnSync(process.execPath, [CLI, "run", join(dir, "spec.json")], {
      env: { ...process.env, FOILSCOPE_DATA: dir },
    });
    expect(ran.status, ran.stderr.toString()).toBe(0);

    served = await serveStore(dir);
    const page = await freshPage(served.origin);
    await page.goto("/donors");
    expect(await settled(page)).toBe("ready");
    const right = provenanceOf(parts);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      `${String(right?.itemsSharingDonors)} of 4 items share a donor with another item`,
    );
    const [row] = await tableOf(page);
    expect(row?.set_hash).toBe(hash);
    const got = ["items", "additions", "donors", "shared_donors", "from_selected", "cross_split"];
    expect(got.map((name) => numberOf(row?.[name]))).toEqual([
      right?.items,
      right?.additions,
      right?.donors,
      right?.sharedDonors,
      right?.fromSelected,
      right?.crossSplit,
    ]);
    await expect(page.getByRole("figure")).toHaveCount(1);

    await page.getByLabel("Published values (P2)").click();
    await expect(page.getByLabel("Published values (P2)")).toBeChecked();
    await settled(page);
    await expect(page.getByRole("row", { name: /Turkish MMLU Pro, published/ })).toContainText(
      "33,617",
    );
    await expectAccessibleIn(LOOKS, page);
  } finally {
    await served?.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
