/**
 * Rows a second and peak memory of imports: JSONL of two sizes (written on the fly), and the
 * published MMLU-Pro files where they lie beside the repository. Each file is imported by a process
 * of its own, as `foilscope import` does it. The last line is the ratio of the peak memories.
 *
 *   npx tsx bench/import.ts [small rows] [large rows]
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

const MMLU_PRO = join(import.meta.dirname, "../../shared/data/mmlu-pro");
const PADDINGS = ["none", "korean_text:front", "symbol:back"];

/** Rows like those of a massive-option run: 30 items, five N, trials as needed. */
async function writeJsonl(path: string, rows: number): Promise<void> {
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
      target_id: `T${Math.floor(i / 30) % 30}`,
      trial: 1 + Math.floor(i / 900),
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

async function main(small: number, large: number): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-bench-"));
  try {
    const peaks: number[] = [];
    for (const rows of [small, large]) {
      const path = join(dir, `${rows}.jsonl`);
      await writeJsonl(path, rows);
      const measured = await inOwnProcess(path);
      tell(`JSONL ${rows.toLocaleString("en")}`, measured);
      peaks.push(measured.peakMb);
      await rm(path);
    }
    if (existsSync(MMLU_PRO))
      for (const name of (await readdir(MMLU_PRO)).filter((n) => n.endsWith(".zip")))
        tell(name, await inOwnProcess(join(MMLU_PRO, name)));
    else console.log("MMLU-Pro files: not here, skipped");
    const [first = NaN, last = NaN] = peaks;
    console.log(`peak memory ${large} : ${small} rows = ${(last / first).toFixed(2)}`);
  } finally {
    await rm(dir, { recursive: true });
  }
}

const [mode, argument] = process.argv.slice(2);
if (mode === "--measure" && argument !== undefined)
  process.stdout.write(JSON.stringify(await measure(argument)));
else await main(Number(mode ?? 200_000), Number(argument ?? 2_000_000));
