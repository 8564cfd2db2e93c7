// Builds the shipped Korean set again, the analyser included, and says whether it comes out the same:
// npx tsx scripts/check-item-sets.ts DIR, where DIR holds the two source files. The model of the
// analyser must be in the store (foilscope models add kiwi). Unit tests build it from the stored
// features alone.
import { join } from "node:path";
import { openKiwi } from "@/lib/datasets/korean/analyser";
import { buildKorean, KOREAN_BENCHMARK, KOREAN_SEED } from "@/lib/datasets/korean/build";
import { featuresOf } from "@/lib/datasets/korean/features";
import { modelDir } from "@/lib/datasets/korean/model-files";
import { PAIRS_FILE, POOL_FILE, readKoreanSources } from "@/lib/datasets/korean/sources";
import { itemSetHash } from "@/lib/datasets/hash";
import { listItemSets } from "@/lib/datasets/store";
import { dataDir } from "@/lib/records/store/paths";
import { pathSource } from "@/lib/records/store/path-source";

const dir = process.argv[2];
if (dir === undefined) {
  console.error(
    `usage: npx tsx scripts/check-item-sets.ts DIR (which holds ${POOL_FILE} and ${PAIRS_FILE})`,
  );
  process.exit(2);
}
const sources = await readKoreanSources(
  await pathSource(join(dir, POOL_FILE)),
  await pathSource(join(dir, PAIRS_FILE)),
);
const { sets } = await listItemSets(["samples/item-sets"]);
const shipped = sets.find(({ manifest }) => manifest.benchmark === KOREAN_BENCHMARK);
if (!shipped) throw new Error(`no set of ${KOREAN_BENCHMARK} in samples/item-sets`);
const started = performance.now();
const kiwi = await openKiwi(modelDir(dataDir()));
const loaded = performance.now();
const built = itemSetHash(
  buildKorean({
    sources,
    seed: KOREAN_SEED,
    analyser: kiwi.sources,
    read: (text) => featuresOf(text, kiwi.analyse(text)),
  }),
);
const seconds = (ms: number) => (ms / 1000).toFixed(1);
console.log(
  `analyser loaded in ${seconds(loaded - started)} s, ${sources.sentences.length} sentences in ${seconds(performance.now() - loaded)} s`,
);
const same = shipped.hash === built;
console.log(`built ${built}; shipped ${shipped.hash}: ${same ? "the same" : "NOT the same"}`);
process.exitCode = same ? 0 : 1;
