// Makes samples/mmlu-pro out of the publisher's files: npx tsx scripts/build-samples.ts DIR, where
// DIR holds the eval_results archives (*.zip). The runs are those that `foilscope import` makes of
// them; texts are kept for the same few questions of every model, questions and options for those
// and for every flagged stem, so that the bundle stays small enough for the repository.
import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openNodeEngine } from "@/lib/engine/node";
import { isOneOf } from "@/lib/engine/sql";
import { importSources } from "@/lib/records/import";
import { mmluProIds } from "@/lib/records/importers/mmlu-pro-ids";
import { pathSource } from "@/lib/records/store/path-source";
import { writeBundle } from "@/lib/records/store/write";

const OUT = "samples/mmlu-pro";
const SEED = "foilscope-samples-1";
const QUESTIONS = 200;

/** The first questions by ascending SHA-256 of seed, NUL and id: a choice nobody made. */
function chosenQuestions(ids: readonly string[]): string[] {
  const hashed = ids.map((id) => ({
    id,
    hash: createHash("sha256").update(`${SEED}\0${id}`).digest("hex"),
  }));
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.id < b.id ? -1 : 1));
  return hashed.slice(0, QUESTIONS).map(({ id }) => id);
}

const dir = process.argv[2];
if (dir === undefined) {
  console.error("usage: npx tsx scripts/build-samples.ts DIR (the directory of the *.zip files)");
  process.exit(2);
}
const zips = readdirSync(dir)
  .filter((name) => name.endsWith(".zip"))
  .sort();
const engine = await openNodeEngine();
const sources = await Promise.all(zips.map((name) => pathSource(join(dir, name))));
const { runs, rejectCount } = await importSources(engine, sources);
const kept = isOneOf("item_id", chosenQuestions(mmluProIds()));
await engine.exec(`
  DELETE FROM stage.raw WHERE NOT ${kept};
  DELETE FROM stage.items WHERE NOT (${kept} OR stem_negative);
  CREATE OR REPLACE TABLE stage.responses AS
    SELECT * FROM stage.responses ORDER BY item_id, run_id;
  CREATE OR REPLACE TABLE stage.raw AS SELECT * FROM stage.raw ORDER BY item_id, run_id`);
rmSync(OUT, { recursive: true, force: true });
await writeBundle(
  engine,
  runs.map((run) => run.manifest),
  OUT,
);
for (const { manifest, kept: rows, missing } of runs)
  console.log(`${manifest.name} (${manifest.scorer}): ${rows} rows, ${missing} missing`);
console.log(`${rejectCount} rows were rejected`);
await engine.close();
