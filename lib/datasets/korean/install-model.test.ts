import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "tar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installModel } from "./install-model";
import { modelFaults } from "./model-files";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "foilscope-model-test-"));
});
afterAll(() => rm(root, { recursive: true }));

const nothing = () => undefined;

async function written(dir: string, files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(dir, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  return dir;
}

const ALL = {
  "combiningRule.txt": "x",
  "cong.mdl": "x",
  "default.dict": "x",
  "dialect.dict": "x",
  "extract.mdl": "x",
  "multi.dict": "x",
  "sj.morph": "x",
  "typo.dict": "x",
};

describe("the analyser's model", () => {
  it("is refused with the names of the files that are missing", async () => {
    const from = await written(join(root, "few"), { "cong.mdl": "x", "typo.dict": "x" });
    await expect(installModel(from, join(root, "into"), nothing)).rejects.toThrow(
      `${from} lacks combiningRule.txt, default.dict, dialect.dict, extract.mdl, multi.dict, sj.morph`,
    );
    expect(await readdir(root)).toEqual(["few"]);
  });

  it("is refused where a file is another, in an archive as in a directory", async () => {
    const from = await written(join(root, "other/package/model"), ALL);
    const said = /cong\.mdl has 1 bytes, not the 75667563 of kiwipiepy_model 0\.22\.1/;
    await expect(installModel(join(root, "other"), join(root, "into"), nothing)).rejects.toThrow(
      said,
    );
    const archive = join(root, "package.tar.gz");
    await create({ file: archive, gzip: true, cwd: join(root, "other") }, ["package"]);
    await expect(installModel(archive, join(root, "into"), nothing)).rejects.toThrow(said);
    expect(await readdir(from)).toHaveLength(8);
    expect((await readdir(root)).sort()).toEqual(["few", "other", "package.tar.gz"]);
  });

  it("is refused where the file is no archive, or not there", async () => {
    const file = join(root, "few/typo.dict");
    await expect(installModel(file, join(root, "into"), nothing)).rejects.toThrow(/typo\.dict/);
    await expect(installModel(join(root, "none"), join(root, "into"), nothing)).rejects.toThrow(
      /no such file or directory/,
    );
  });

  it("is told file by file where it is not there", async () => {
    expect(await modelFaults(join(root, "none"))).toContain("sj.morph is missing");
  });

  it("of the right size is told from the right one by its hash", async () => {
    const dir = await written(join(root, "same-size"), { "typo.dict": "x".repeat(395) });
    expect(await modelFaults(dir)).toContainEqual(
      expect.stringMatching(/^typo\.dict is not that of kiwipiepy_model 0\.22\.1: its SHA-256 is/),
    );
  });
});
