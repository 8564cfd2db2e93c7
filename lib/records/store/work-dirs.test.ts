import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { hasEnded, markOf, ownerOf, thisOwner, type Owner } from "./owner";
import { makeWorkDir, sweepWorkDirs } from "./work-dirs";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-sweep-"));
  return () => rm(dir, { recursive: true });
});

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  await once(child, "close");
  return child.pid ?? 0;
}

/** A directory with a file, as the owner would have left it. */
async function left(prefix: string, owner: Owner, inside = "rows"): Promise<string> {
  const name = `${prefix}${markOf(owner)}Ab12Cd`;
  await mkdir(join(dir, name, inside), { recursive: true });
  await writeFile(join(dir, name, inside, "a"), "before");
  return name;
}

describe("the owner of a directory of work", () => {
  it("is read back from its name, and is this process", () => {
    const name = basename(makeWorkDir(join(dir, ".writing-")));
    expect(ownerOf(name)).toEqual(thisOwner());
    expect(ownerOf(".writing-Ab12Cd")).toBeNull();
    expect(ownerOf("run-2024-01-02-qwerty")).toBeNull();
  });

  it("has ended where its number is free, or is another process's by now", async () => {
    const own = thisOwner();
    expect(hasEnded(own)).toBe(false);
    expect(hasEnded({ ...own, pid: await deadPid() })).toBe(true);
    expect(hasEnded({ ...own, life: null })).toBe(false);
    // Only a system that tells when a process began can tell that.
    expect(hasEnded({ ...own, life: "00000000" })).toBe(own.life !== null);
  });

  it("on another machine has never ended for certain", async () => {
    expect(hasEnded({ ...thisOwner(), host: "00000000", pid: await deadPid() })).toBe(false);
  });
});

describe("sweeping", () => {
  it("takes what dead processes left, and nothing else", async () => {
    const own = thisOwner();
    const dead = { ...own, pid: await deadPid() };
    await left(".writing-", dead);
    await left(".compiling-", dead);
    const kept = [
      await left(".writing-", own),
      await left(".exporting-", { ...dead, host: "00000000" }),
      ".writing-Ab12Cd",
      "a-run",
    ];
    await mkdir(join(dir, ".writing-Ab12Cd"));
    await mkdir(join(dir, "a-run"));
    sweepWorkDirs(dir);
    expect((await readdir(dir)).sort()).toEqual(kept.sort());
  });

  it("puts back what was being replaced, unless something stands there by now", async () => {
    const dead = { ...thisOwner(), pid: await deadPid() };
    await left(".replaced-", dead, "run");
    await left(".replaced-", { ...dead, life: null }, "other");
    await mkdir(join(dir, "other"));
    await writeFile(join(dir, "other", "a"), "after");
    sweepWorkDirs(dir);
    expect((await readdir(dir)).sort()).toEqual(["other", "run"]);
    expect(await readFile(join(dir, "run", "a"), "utf8")).toBe("before");
    expect(await readFile(join(dir, "other", "a"), "utf8")).toBe("after");
  });

  it("is done before work begins beside it", async () => {
    await left(".writing-", { ...thisOwner(), pid: await deadPid() });
    const fresh = makeWorkDir(join(dir, ".writing-"));
    expect(await readdir(dir)).toEqual([basename(fresh)]);
  });
});
