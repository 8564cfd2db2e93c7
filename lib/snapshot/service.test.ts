import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SnapshotService } from "./service";
import { fillSmall } from "./testing";

let dataDir: string;
let compiled: string[][];
let service: SnapshotService;

function serviceOf(dir: string) {
  return new SnapshotService(dir, (dirs) => {
    compiled.push([...dirs]);
    return fillSmall;
  });
}

async function putRun(name: string, content: string) {
  await mkdir(join(dataDir, "runs", name), { recursive: true });
  await writeFile(join(dataDir, "runs", name, "manifest.json"), content);
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foilscope-service-"));
  compiled = [];
  service = serviceOf(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

describe("snapshot service", () => {
  it("compiles once for callers at the same time, and not again while nothing changed", async () => {
    await putRun("b", "1");
    await putRun("a", "2");
    const all = await Promise.all([service.present(), service.present(), service.present()]);
    expect(new Set(all.map((s) => s.id)).size).toBe(1);
    expect(await service.present()).toEqual(all[0]);
    expect(compiled).toEqual([[join(dataDir, "runs/a"), join(dataDir, "runs/b")]]);
    expect(await serviceOf(dataDir).present()).toEqual(all[0]);
    expect(compiled).toHaveLength(1);
  });

  it("compiles when a run joins, keeps the earlier snapshot, and finds it again by its id", async () => {
    await putRun("a", "1");
    const before = await service.present();
    await putRun("b", "2");
    const after = await service.present();
    expect(after.id).not.toBe(before.id);
    expect(await service.find(before.id)).toEqual(before);
    await rm(join(dataDir, "runs/b"), { recursive: true });
    expect((await service.present()).id).toBe(before.id);
    expect(compiled).toHaveLength(2);
  });

  it("compiles when the item set that a run was asked comes to say where its options come from", async () => {
    const hash = "0123456789abcdef";
    await putRun("a", JSON.stringify([{ benchmark_hash: hash }, { benchmark_hash: null }]));
    const before = await service.present();
    const set = join(dataDir, "sets", hash);
    await mkdir(set, { recursive: true });
    await writeFile(join(set, "set.json"), "{}");
    expect((await service.present()).id).toBe(before.id);
    await writeFile(join(set, "provenance.parquet"), "rows");
    expect((await service.present()).id).not.toBe(before.id);
    // A set that no run names is no part of it.
    await rm(set, { recursive: true });
    expect((await service.present()).id).toBe(before.id);
  });

  it("reads a manifest again only when its file was written again", async () => {
    const sets = ["0".repeat(16), "1".repeat(16)];
    for (const hash of sets) {
      await mkdir(join(dataDir, "sets", hash), { recursive: true });
      for (const name of ["set.json", "provenance.parquet"])
        await writeFile(join(dataDir, "sets", hash, name), hash);
    }
    const named = async (hash: string | undefined, at: Date) => {
      await putRun("a", JSON.stringify({ benchmark_hash: hash }));
      await utimes(join(dataDir, "runs/a/manifest.json"), at, at);
    };
    await named(sets[0], new Date(1_000_000));
    await service.present();
    // The same size and time: what tells that a file is another does not, so it is not read.
    await named(sets[1], new Date(1_000_000));
    await service.present();
    expect(compiled).toHaveLength(1);
    await named(sets[1], new Date(2_000_000));
    await service.present();
    expect(compiled).toHaveLength(2);
  });

  it("compiles again when the snapshot's files were removed", async () => {
    await putRun("a", "1");
    const { id } = await service.present();
    await rm(service.directory(id), { recursive: true });
    expect((await service.present()).id).toBe(id);
    expect(compiled).toHaveLength(2);
  });

  it("tries again after a failure", async () => {
    await putRun("a", "1");
    let broken = true;
    const failing = new SnapshotService(
      dataDir,
      () => (engine) =>
        broken ? Promise.reject(new Error("run a is damaged")) : fillSmall(engine),
    );
    await expect(failing.present()).rejects.toThrow("run a is damaged");
    broken = false;
    expect((await failing.present()).runs).toHaveLength(1);
  });

  it("names no snapshot by runs that were written again while it was compiled", async () => {
    await putRun("a", "1");
    let left = 1;
    let staged = 0;
    const written = new SnapshotService(dataDir, () => async (engine) => {
      staged += 1;
      if (left > 0) await putRun("a", `again ${left--}`);
      return fillSmall(engine);
    });
    const { id } = await written.present();
    expect(staged).toBe(2);
    expect(await readdir(join(dataDir, "snapshots"))).toEqual([id]);
    expect((await service.present()).id).toBe(id);
    expect(compiled).toEqual([]);
    left = 3;
    await putRun("a", "once more");
    await expect(written.present()).rejects.toThrow("the runs changed while they were compiled");
  });

  it("keeps the newest eight snapshots", async () => {
    for (let i = 0; i < 10; i += 1) {
      await putRun("a", String(i));
      await service.present();
    }
    expect(await readdir(join(dataDir, "snapshots"))).toHaveLength(8);
  });

  it("takes nothing but ids of snapshots and names of runs as paths", async () => {
    await putRun("a", "1");
    expect(await service.find("../../etc")).toBeNull();
    expect(() => service.directory("..")).toThrow();
    expect(await service.runDir("a")).toBe(join(dataDir, "runs/a"));
    for (const name of ["..", ".", "", "a/../a", "b"])
      expect(await service.runDir(name)).toBeNull();
  });
});
