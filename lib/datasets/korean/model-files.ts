import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** The package on PyPI that holds the model, and its version: that of the analyser. */
export const MODEL_PACKAGE = "kiwipiepy_model";
export const MODEL_VERSION = "0.22.1";

/** One file of the model. */
export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** All files that the analyser loads. Another version's would give other features. */
export const MODEL_FILES: readonly ModelFile[] = [
  {
    name: "combiningRule.txt",
    bytes: 3799,
    sha256: "ae618482b51a93fb60c100ec2a2ca031967ef2c58e3da75b0575261a131f7289",
  },
  {
    name: "cong.mdl",
    bytes: 75_667_563,
    sha256: "bd9ca89ee1b72e750c8e2166a17c80a0fe3fabd828c78b1f0928486a6b1833a7",
  },
  {
    name: "default.dict",
    bytes: 3_090_954,
    sha256: "d4293e44b2588d0c3aabbce607a0f41ad3534abd31b34139847b127254e01549",
  },
  {
    name: "dialect.dict",
    bytes: 644,
    sha256: "bb6f0ab37dbfcc0fd33dc679121218d24725ae438f31bb362f9b24703e93cda2",
  },
  {
    name: "extract.mdl",
    bytes: 17_370,
    sha256: "a0c92ffc051e43ae497845cdb8d4c8b9e2f359893cb55c67279c76d1d531ee17",
  },
  {
    name: "multi.dict",
    bytes: 12_064_440,
    sha256: "e9eff7712d163b214c750333a5d388ab77b50ec386ae55b360babcd24c0c3195",
  },
  {
    name: "sj.morph",
    bytes: 8_462_892,
    sha256: "5e3dab2def6d2cc079e21d5477bd610a391c69045d08caf1e0bbeabda8db8d1b",
  },
  {
    name: "typo.dict",
    bytes: 395,
    sha256: "aa15e48fcd32886441fc1ff9719a3109d3192e91d4b67efbd64260610d68322d",
  },
];

/** Where the store keeps the model. */
export function modelDir(dataDir: string): string {
  return join(dataDir, "models", "kiwi");
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

async function fileFault(dir: string, file: ModelFile): Promise<string | null> {
  const path = join(dir, file.name);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return `${file.name} is missing`;
  if (found.size !== file.bytes)
    return `${file.name} has ${found.size} bytes, not the ${file.bytes} of ${MODEL_PACKAGE} ${MODEL_VERSION}`;
  const hash = await sha256Of(path);
  return hash === file.sha256
    ? null
    : `${file.name} is not that of ${MODEL_PACKAGE} ${MODEL_VERSION}: its SHA-256 is ${hash}, not ${file.sha256}`;
}

/** What is wrong with the files of a model directory: missing ones, and others than these. */
export async function modelFaults(dir: string): Promise<string[]> {
  const faults = await Promise.all(MODEL_FILES.map((file) => fileFault(dir, file)));
  return faults.filter((fault) => fault !== null);
}
