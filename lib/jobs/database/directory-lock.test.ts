import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { DirectoryInUse, takeDirectoryLock } from "./directory-lock";
import { isDead, ownerText, ownProcessId } from "./process-id";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "foilscope-lock-"));
  return () => rmSync(dir, { recursive: true, force: true });
});

it("is held by one, and taken again when it was let go", async () => {
  const release = await takeDirectoryLock(dir);
  await expect(takeDirectoryLock(dir)).rejects.toThrow(DirectoryInUse);
  await expect(takeDirectoryLock(dir)).rejects.toThrow(`process ${process.pid}`);
  release();
  const again = await takeDirectoryLock(dir);
  expect(readdirSync(dir)).toEqual(["lock.2"]);
  again();
});

it("is taken from a process that is dead, also where its number lives on in another", async () => {
  const dead = { ...ownProcessId(), began: "1" };
  expect(isDead(dead)).toBe(true);
  writeFileSync(join(dir, "lock.4"), ownerText(dead));
  await takeDirectoryLock(dir);
  expect(readdirSync(dir)).toEqual(["lock.5"]);
});

it("is not taken from a process of another machine", async () => {
  writeFileSync(join(dir, "lock.1"), ownerText({ ...ownProcessId(), machine: "elsewhere" }));
  await expect(takeDirectoryLock(dir)).rejects.toThrow("on elsewhere");
});

it("goes to one of many that ask at once", async () => {
  writeFileSync(join(dir, "lock.1"), ownerText({ ...ownProcessId(), began: "1" }));
  const taken = await Promise.allSettled(Array.from({ length: 20 }, () => takeDirectoryLock(dir)));
  expect(taken.filter((one) => one.status === "fulfilled")).toHaveLength(1);
});
