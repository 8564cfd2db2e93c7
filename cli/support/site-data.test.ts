import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts } from "@/lib/records/testing";
import { writeRuns } from "@/lib/records/store/write";
import { textsFileSchema, textsIndexSchema } from "@/lib/snapshot/site-layout";
import { SNAPSHOT_FILES } from "@/lib/snapshot/schema";
import { SITE_DATA, SITE_TEXTS, SITE_TEXTS_INDEX } from "@/lib/snapshot/site-paths";
import { writeSiteData } from "./site-data";

let engine: Engine;
let dir: string;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-site-data-"));
  return () => rm(dir, { recursive: true });
});

/** A directory of the run `r`, whose one response has that text. */
async function runWith(text: string): Promise<string> {
  const row = { run_id: "r", model: "m", n_options: 2, item_id: "q", gold_pos: 1, resp_pos: 1 };
  const result = await importTexts(engine, { "a.jsonl": JSON.stringify({ ...row, text }) });
  const manifests = result.runs.map((run) => run.manifest);
  const [written] = await writeRuns(engine, manifests, join(dir, text));
  return written!.path;
}

async function textsOfSite(site: string): Promise<(string | null)[]> {
  const json = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(site, path), "utf8"));
  const index = textsIndexSchema.parse(await json(SITE_TEXTS_INDEX));
  const texts: (string | null)[] = [];
  for (const { folder, files } of Object.values(index))
    for (let file = 0; file < files; file += 1)
      texts.push(
        ...textsFileSchema
          .parse(await json(`${SITE_TEXTS}/${folder}/${file}.json`))
          .map((row) => row.text),
      );
  return texts;
}

it("takes a run's texts from the directory that its rows come from, past a broken copy", async () => {
  const dirs = [await runWith("broken"), await runWith("first"), await runWith("second")];
  await writeFile(join(dirs[0]!, "responses.parquet"), "no parquet");
  const site = join(dir, "site");
  expect(await writeSiteData(dirs, site, true)).toBe(1);
  expect(await textsOfSite(site)).toEqual(["first"]);
});

it("leaves texts out where they are not wanted", async () => {
  const site = join(dir, "site");
  expect(await writeSiteData([await runWith("said")], site, false)).toBe(1);
  expect(await textsOfSite(site)).toEqual([]);
  const [id = ""] = (await readdir(join(site, SITE_DATA))).filter((name) =>
    /^[0-9a-f]+$/.test(name),
  );
  const files = await readdir(join(site, SITE_DATA, id));
  expect(files.sort()).toEqual([...SNAPSHOT_FILES, "snapshot.json"].sort());
});
