import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { itemSetsDir } from "@/lib/datasets/store";
import { snapshotReplySchema } from "@/lib/snapshot/api";
import { compileInto } from "@/lib/snapshot/compile";
import { SNAPSHOT_FILES, snapshotSchema } from "@/lib/snapshot/schema";
import { pinRuns } from "@/lib/snapshot/service";
import { SITE_DATA, SITE_SNAPSHOT } from "@/lib/snapshot/site-paths";
import { writeSiteTexts, type SiteRun } from "@/lib/snapshot/site-texts";
import { startProgress } from "./progress";
import { withScratchEngine } from "./scratch";
import { stageAloud } from "./stage-aloud";

async function writeTexts(runs: readonly SiteRun[], site: string): Promise<void> {
  const progress = startProgress();
  try {
    await withScratchEngine((engine) =>
      writeSiteTexts(engine, runs, site, (done, run) =>
        progress.update(done, runs.length, `texts of ${run}`),
      ),
    );
  } finally {
    progress.stop();
  }
}

/**
 * Writes the data of a static site: a snapshot of the runs of these directories and, where wanted,
 * the texts behind them. A run's texts come from the directory that its rows come from.
 * @returns how many runs the site shows
 */
export async function writeSiteData(
  dirs: readonly string[],
  site: string,
  texts: boolean,
): Promise<number> {
  const { id, fill } = await pinRuns(dirs, itemSetsDir(), stageAloud(dirs));
  const place = join(site, SITE_DATA, id);
  const runs: SiteRun[] = [];
  await compileInto(place, id, async (engine) => {
    const filled = await fill(engine);
    for (const manifest of filled.manifests) {
      const dir = filled.dirs.get(manifest.run_id);
      if (dir !== undefined) runs.push({ manifest, dir });
    }
    return filled;
  });
  const snapshot = snapshotSchema.parse(
    JSON.parse(await readFile(join(place, "snapshot.json"), "utf8")),
  );
  const reply = snapshotReplySchema.parse({ snapshot, changed: false });
  await writeFile(join(site, SITE_SNAPSHOT), JSON.stringify(reply));
  // Hosts of static files choose their own encoding: the compressed twins would only double the site.
  for (const file of SNAPSHOT_FILES)
    for (const ending of [".br", ".gz"]) await rm(join(place, file + ending), { force: true });
  await writeTexts(texts ? runs : [], site);
  return runs.length;
}
