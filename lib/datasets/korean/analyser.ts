import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SetManifest } from "@/lib/records/item-set";
import type { Analysis } from "./features";
import { KIWI_ROUTINE, startKiwi } from "./kiwi-wasm";
import { MODEL_FILES, MODEL_PACKAGE, MODEL_VERSION, modelFaults } from "./model-files";

/** Splits a compound noun at its linking ㅅ, which then has a tag of its own; the library's list of options lacks it. */
const SPLIT_SAI_SIOT = 1 << 25;
const SAI_SIOT_TAG = "Z_SIOT";

/** The analyser, ready. */
export interface KiwiAnalyser {
  analyse(text: string): Analysis;
  /** The analyser as a set's list of sources names it. */
  readonly sources: SetManifest["sources"];
}

async function readModel(dir: string): Promise<Record<string, Uint8Array>> {
  const faults = await modelFaults(dir);
  const why = faults.length === MODEL_FILES.length ? "" : ` (${faults.join("; ")})`;
  if (faults.length > 0)
    throw new Error(
      `the model of the Korean analyser is not in ${dir}${why}: foilscope models add kiwi puts it there`,
    );
  const files = MODEL_FILES.map(
    async ({ name }) => [name, new Uint8Array(await readFile(join(dir, name)))] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}

/**
 * Starts Kiwi with the contextual n-gram model; takes some seconds and about 1 GB of memory.
 * @param dir holds the model's files
 * @throws Error naming the files that are missing or differ
 */
export async function openKiwi(dir: string): Promise<KiwiAnalyser> {
  const modelFiles = await readModel(dir);
  // Loaded here, so that commands that do not analyse start without it.
  const { Match } = await import("kiwi-nlp");
  const kiwi = await startKiwi(modelFiles);
  return {
    analyse: (text) => ({
      morphemes: kiwi.tokenize(text, Match.all).map(({ str, tag }) => ({ form: str, tag })),
      saiSiot: kiwi
        .tokenize(text, Match.all | SPLIT_SAI_SIOT)
        .some(({ tag }) => tag === SAI_SIOT_TAG),
    }),
    sources: [
      { name: `analyser: kiwi-nlp ${kiwi.version}, ${KIWI_ROUTINE} routine`, sha256: null },
      ...MODEL_FILES.filter(({ name }) => name === "cong.mdl").map(({ name, sha256 }) => ({
        name: `analyser's model: ${name} of ${MODEL_PACKAGE} ${MODEL_VERSION}`,
        sha256,
      })),
    ],
  };
}
