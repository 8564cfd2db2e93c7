import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { replaceDirectory } from "./replace-dir";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-replace-"));
  return () => rm(dir, { recursive: true });
});

async function filled(name: string, content: string): Promise<string> {
  const path = join(dir, name);
  await mkdir(path);
  await writeFile(join(path, "a"), content);
  return path;
}

it("takes an empty place and a taken one, and leaves nothing beside it", async () => {
  const target = join(dir, "run");
  await replaceDirectory(await filled("one", "1"), target);
  await replaceDirectory(await filled("two", "2"), target);
  expect(await readFile(join(target, "a"), "utf8")).toBe("2");
  expect(await readdir(dir)).toEqual(["run"]);
});

it("puts back what stood there where the new one cannot take its place", async () => {
  const target = await filled("run", "before");
  await expect(replaceDirectory(join(dir, "gone"), target)).rejects.toThrow("ENOENT");
  expect(await readFile(join(target, "a"), "utf8")).toBe("before");
  expect(await readdir(dir)).toEqual(["run"]);
});
