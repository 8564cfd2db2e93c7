import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";

const CLI = "cli/foilscope.mjs";
let dir: string;
let temporary: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-interrupted-"));
  temporary = join(dir, "tmp");
  await mkdir(temporary);
  return () => rm(dir, { recursive: true, force: true });
});

const scratch = async () =>
  (await readdir(temporary)).filter((name) => name.startsWith("foilscope-"));

/** A run of so many rows. */
async function table(rows: number): Promise<string> {
  const path = join(dir, "a.csv");
  const lines = Array.from({ length: rows }, (_, i) => `r,m,4,q${i},1,1,1\n`).join("");
  await writeFile(path, `run_id,model,n_options,item_id,trial,gold_pos,resp_pos\n${lines}`);
  return path;
}

function start(...args: string[]) {
  const env = { ...process.env, TMPDIR: temporary, FOILSCOPE_DATA: join(dir, "data") };
  const child = spawn(process.execPath, [CLI, ...args], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code) => resolve(code));
  });
  return { child, ended };
}

it("leaves nothing behind when it is told to end, and imports when it is started again", async () => {
  const path = await table(300_000);
  const { child, ended } = start("import", path);
  await vi.waitFor(async () => expect(await scratch()).toHaveLength(1), {
    timeout: 30_000,
    interval: 5,
  });
  child.kill("SIGTERM");
  expect(await ended).toBe(143);
  expect(await scratch()).toEqual([]);
  expect(await readdir(join(dir, "data", "runs")).catch(() => [])).toEqual([]);
  await table(5);
  expect(await start("import", path).ended).toBe(0);
  expect(await readdir(join(dir, "data", "runs"))).toEqual(["r"]);
}, 60_000);

it("clears what a killed one left behind when the next one starts", async () => {
  const { child, ended } = start("import", await table(300_000));
  await vi.waitFor(async () => expect(await scratch()).toHaveLength(1), {
    timeout: 30_000,
    interval: 5,
  });
  child.kill("SIGKILL");
  expect(await ended).toBeNull();
  expect(await scratch()).toHaveLength(1);
  expect(await start("import", await table(5)).ended).toBe(0);
  expect(await scratch()).toEqual([]);
}, 60_000);

it("ends quietly where its reader has gone", async () => {
  await start("import", await table(20_000)).ended;
  const { child, ended } = start("export", "r", "--format", "csv");
  child.stdout.once("data", () => child.stdout.destroy());
  expect(await ended).toBe(0);
  expect(await scratch()).toEqual([]);
}, 60_000);
