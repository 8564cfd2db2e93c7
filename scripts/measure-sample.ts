// Measures samples/massive-option with the product itself: `npx tsx scripts/measure-sample.ts DIR` asks
// each model of samples/massive-option.jobs on this machine by `foilscope run`, and writes the sample.
// What was asked is kept under DIR: the same command goes on where it was left, and after a higher
// `trials` in a job asks the new ones alone. With `bundle` behind DIR nothing is asked.
// Then `npx tsx scripts/measured-docs.ts` brings docs/measured-sample.md up to date.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { openNodeEngine } from "@/lib/engine/node";
import { loadRuns } from "@/lib/records/store/load";
import { runDirsIn } from "@/lib/records/store/paths";
import { writeBundle } from "@/lib/records/store/write";
import { startLlama } from "@/tests/helpers/llama-host";
import { installLlama } from "@/tests/helpers/llama-install";
import { LLAMA_MODELS, type LlamaModelName } from "@/tests/helpers/llama-models";

const OUT = "samples/massive-option";
const HOST = "llama-cpp";

/**
 * Tokens of one request. Two slots: padded prompts and others each keep theirs, so that a padding in
 * front is computed once. One request at a time, since the items of a trial share their prefix.
 */
const SERVER = { context: 8192, slots: 2, threads: 2 };

/** No digest tells the server's model: a job goes on only at the address where it began. */
const PORTS: Readonly<Record<LlamaModelName, number>> = { smollm2: 38997, gemma: 38998 };

async function measure(name: LlamaModelName, dataDir: string): Promise<void> {
  const missing = installLlama(name);
  if (missing !== null) throw new Error(missing);
  const host = await startLlama(name, { ...SERVER, port: PORTS[name] });
  try {
    mkdirSync(dataDir, { recursive: true });
    const attached = {
      id: HOST,
      kind: "openai-compatible",
      base_url: host.baseUrl,
      concurrency: 1,
    };
    writeFileSync(join(dataDir, "hosts.json"), JSON.stringify({ version: 1, hosts: [attached] }), {
      mode: 0o600,
    });
    const child = spawn("npx", ["foilscope", "run", "--retry", `${OUT}.jobs/${name}.json`], {
      stdio: "inherit",
      env: { ...process.env, FOILSCOPE_DATA: dataDir },
    });
    const code = await new Promise<number | null>((done) => child.once("exit", done));
    if (code !== 0) throw new Error(`foilscope run of ${name} ended with ${String(code)}`);
  } finally {
    await host.close();
  }
}

async function bundle(dataDirs: readonly string[]): Promise<void> {
  const engine = await openNodeEngine();
  try {
    const dirs = (await Promise.all(dataDirs.map((dir) => runDirsIn(join(dir, "runs"))))).flat();
    const { manifests, broken } = await loadRuns(engine, dirs);
    if (broken[0]) throw new Error(`${broken[0].path}: ${broken[0].reason}`);
    if (manifests.length === 0) throw new Error(`no runs in ${dataDirs.join(", ")}`);
    rmSync(OUT, { recursive: true, force: true });
    await writeBundle(engine, manifests, OUT);
    for (const { name, status, planned, counts } of manifests)
      console.log(name, status, planned, JSON.stringify(counts));
  } finally {
    await engine.close();
  }
}

const [dir, what] = process.argv.slice(2);
if (dir === undefined) {
  console.error("usage: npx tsx scripts/measure-sample.ts DIR [bundle]");
  process.exit(2);
}
const names = Object.keys(LLAMA_MODELS) as LlamaModelName[];
const dataDirOf = (name: string) => resolve(dir, name);
if (what !== "bundle") for (const name of names) await measure(name, dataDirOf(name));
await bundle(names.map(dataDirOf));
