/**
 * Rows a second and peak memory of imports: JSONL of two sizes (written on the fly), with trials and
 * without (each row then has a key of its own, which the import has to number), and the published
 * MMLU-Pro files (zip) of the directory that MMLU_PRO_DIR names. Each file is imported by a process
 * of its own, as `foilscope import` does it. The last lines are the ratios of the peak memories.
 *
 *   [MMLU_PRO_DIR=…] npx tsx bench/import.ts [small rows] [large rows]
 */
import { execFile } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withImportEngine } from "@/cli/support/scratch";
import { importSources } from "@/lib/records/import";
import { pathSource } from "@/lib/records/store/path-source";

interface Measured {
  rows: number;
  kept: number;
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
}

const PADDINGS = ["none", "korean_text:front", "symbol:back"];

/** Rows like those of a massive-option run: five N, and 30 items with trials or as many as rows. */
async function writeJsonl(path: string, rows: number, trials: boolean): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1 << 20 });
  let block = "";
  for (let i = 0; i < rows; i += 1) {
    const n = [4, 10, 20, 50, 100][i % 5] ?? 4;
    block += `${JSON.stringify({
      run_id: `run-${i % 3}`,
      model: `model-${i % 3}`,
      env: i % 2 ? "easy" : "full",
      padding: PADDINGS[i % PADDINGS.length],
      n_options: n,
      target_id: `T${trials ? Math.floor(i / 30) % 30 : i}`,
      trial: trials ? 1 + Math.floor(i / 900) : null,
      gold_pos: 1 + (i % n),
      resp_pos: i % 50 === 0 ? null : 1 + ((i * 7) % n),
      completion_tokens: 5 + (i % 90),
      latency_ms: 100 + (i % 1000) / 8,
    })}\n`;
    if (block.length < 1 << 20 && i < rows - 1) continue;
    if (!file.write(block)) await once(file, "drain");
    block = "";
  }
  file.end();
  await once(file, "finish");
}

async function measure(path: string): Promise<Measured> {
  const source = await pathSource(path);
  let rows = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  const kept = await withImportEngine(async (engine) => {
    const result = await importSources(engine, [source], {
      onProgress: (progress) => (rows = progress.rows),
    });
    rows = Math.max(
      rows,
      result.runs.reduce((sum, run) => sum + run.kept, 0),
    );
    return result.runs.reduce((sum, run) => sum + run.kept, 0);
  });
  const { user, system } = process.cpuUsage(before);
  return {
    rows,
    kept,
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
}

async function inOwnProcess(path: string): Promise<Measured> {
  const script = fileURLToPath(import.meta.url);
  const args = [...process.execArgv, script, "--measure", path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as Measured;
}

function tell(name: string, m: Measured): void {
  const rate = Math.round(m.rows / m.seconds).toLocaleString("en");
  const cpu = Math.round(m.rows / m.cpuSeconds).toLocaleString("en");
  console.log(
    `${name}: ${m.rows.toLocaleString("en")} rows in ${m.seconds.toFixed(1)} s, ${rate} rows/s ` +
      `(${cpu} a CPU second), peak ${m.peakMb.toFixed(0)} MB, ${m.kept.toLocaleString("en")} kept`,
  );
}

/** Peak memories of both sizes, in megabytes. */
async function measureSizes(dir: string, sizes: readonly number[], trials: boolean) {
  const peaks: number[] = [];
  for (const rows of sizes) {
    const path = join(dir, `${rows}.jsonl`);
    await writeJsonl(path, rows, trials);
    const measured = await inOwnProcess(path);
    tell(`JSONL ${rows.toLocaleString("en")}${trials ? "" : " without trials"}`, measured);
    peaks.push(measured.peakMb);
    await rm(path);
  }
  return peaks;
}

async function measurePublished(): Promise<void> {
  const dir = process.env.MMLU_PRO_DIR;
  if (dir === undefined || !existsSync(dir)) {
    console.log("MMLU-Pro: skipped (MMLU_PRO_DIR names the directory of its eval_results zips)");
    return;
  }
  for (const name of (await readdir(dir)).filter((n) => n.endsWith(".zip")))
    tell(name, await inOwnProcess(join(dir, name)));
}

async function main(small: number, large: number): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-bench-"));
  try {
    const withTrials = await measureSizes(dir, [small, large], true);
    const without = await measureSizes(dir, [small, large], false);
    await measurePublished();
    for (const [name, [first = NaN, last = NaN]] of [
      ["with trials", withTrials],
      ["without trials", without],
    ] as const)
      console.log(`peak memory ${name}, ${large} : ${small} rows = ${(last / first).toFixed(2)}`);
  } finally {
    await rm(dir, { recursive: true });
  }
}

const [mode, argument] = process.argv.slice(2);
if (mode === "--measure" && argument !== undefined)
  process.stdout.write(JSON.stringify(await measure(argument)));
else await main(Number(mode ?? 200_000), Number(argument ?? 2_000_000));
