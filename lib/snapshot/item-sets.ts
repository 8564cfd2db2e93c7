import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ItemSetFacts } from "@/lib/cubes/item-sets";
import type { SourceWarning } from "@/lib/cubes/warnings";
import { provenanceOf, type ProvenanceCounts } from "@/lib/datasets/provenance";
import { SET_FILES } from "@/lib/datasets/set-files";
import { readItemSet } from "@/lib/datasets/store";
import type { ItemSet } from "@/lib/records/item-set";
import type { Manifest } from "@/lib/records/manifest";

const SET_HASH = /^[0-9a-f]{16}$/;

const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isFile() ?? false;

/** The directory of a set that says where its options come from; null where the store has none. */
async function setDir(hash: string, setsDir: string): Promise<string | null> {
  const dir = join(setsDir, hash);
  const files = [SET_FILES.manifest, SET_FILES.provenance].map((name) => join(dir, name));
  return (await Promise.all(files.map(isFile))).every(Boolean) ? dir : null;
}

const hashOf = ({ benchmark_hash: hash }: { readonly benchmark_hash?: unknown }): string[] =>
  typeof hash === "string" && SET_HASH.test(hash) ? [hash] : [];

/** The sets that the manifests in a file name; none where these cannot be read. */
export async function setsNamedIn(manifestPath: string): Promise<readonly string[]> {
  try {
    const content: unknown = JSON.parse(await readFile(manifestPath, "utf8"));
    const manifests: unknown[] = Array.isArray(content) ? content : [content];
    return manifests.flatMap((manifest) =>
      typeof manifest === "object" && manifest !== null ? hashOf(manifest) : [],
    );
  } catch {
    // What is wrong with the run is told where it is staged.
    return [];
  }
}

/** Files of some item sets that a snapshot is made of, beside those of the runs that name them. */
export async function itemSetFiles(
  named: Iterable<string>,
  setsDir: string,
): Promise<readonly string[]> {
  const dirs = await Promise.all([...new Set(named)].sort().map((hash) => setDir(hash, setsDir)));
  return dirs.flatMap((dir) =>
    dir === null ? [] : [SET_FILES.manifest, SET_FILES.provenance].map((name) => join(dir, name)),
  );
}

function factsOf(
  { hash, manifest }: ItemSet,
  counts: ProvenanceCounts,
  runs: readonly string[],
): ItemSetFacts {
  return {
    set: {
      set_hash: hash,
      benchmark: manifest.benchmark,
      name: manifest.name,
      runs: JSON.stringify(runs),
      items: counts.items,
      additions: counts.additions,
      donors: counts.donors,
      shared_donors: counts.sharedDonors,
      items_sharing_donors: counts.itemsSharingDonors,
      from_selected: counts.fromSelected,
      items_with_selected: counts.itemsWithSelected,
      cross_split: counts.crossSplit,
      repeated_stems: counts.repeatedStems,
      stems_in_another_split: counts.stemsInAnotherSplit,
    },
    lending: counts.lending.map((row) => ({ set_hash: hash, ...row })),
  };
}

/**
 * The item sets of the store that runs were asked and that say where their options come from, and what
 * has to be said of those that cannot be read: they are left out.
 */
export async function itemSetsOf(
  manifests: readonly Manifest[],
  setsDir: string,
): Promise<{ itemSets: ItemSetFacts[]; warnings: SourceWarning[] }> {
  const asked = Map.groupBy(
    manifests.flatMap((manifest) =>
      hashOf(manifest).map((hash) => ({ hash, run_id: manifest.run_id })),
    ),
    ({ hash }) => hash,
  );
  const itemSets: ItemSetFacts[] = [];
  const warnings: SourceWarning[] = [];
  for (const [hash, own] of [...asked].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const dir = await setDir(hash, setsDir);
    if (dir === null) continue;
    const runs = own.map(({ run_id }) => run_id);
    try {
      const set = await readItemSet(dir);
      const counts = provenanceOf(set);
      if (counts !== null) itemSets.push(factsOf(set, counts, runs));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      warnings.push({
        code: "broken_item_set",
        message: `where the options of item set ${hash} come from cannot be read: ${why}`,
        runs,
      });
    }
  }
  return { itemSets, warnings };
}
