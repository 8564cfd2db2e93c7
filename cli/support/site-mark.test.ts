import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { assertReplaceable, markSite } from "./site-mark";

let site: string;
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), "foilscope-mark-"));
  await mkdir(join(site, "data/texts"), { recursive: true });
  await writeFile(join(site, "index.html"), "front");
  await writeFile(join(site, "data/texts/0.json"), "[]");
  await markSite(site, "", 1);
  return () => rm(site, { recursive: true });
});

describe("a site that an export wrote", () => {
  it("may be replaced as it is, and so may an empty or a missing directory", async () => {
    await assertReplaceable(site);
    const empty = join(site, "empty");
    await mkdir(empty);
    await assertReplaceable(empty);
    await assertReplaceable(join(site, "nothing"));
  });

  it("stays where somebody put a file into it, at any depth", async () => {
    await writeFile(join(site, "data/thesis.csv"), "all of it");
    await expect(assertReplaceable(site)).rejects.toThrow(
      "holds data/thesis.csv, which no export wrote: name another directory",
    );
    await rm(join(site, "data/thesis.csv"));
    await symlink("index.html", join(site, "data/link"));
    await expect(assertReplaceable(site)).rejects.toThrow("holds data/link, which no export wrote");
  });

  it("stays where somebody changed a file", async () => {
    await writeFile(join(site, "index.html"), "my front");
    await expect(assertReplaceable(site)).rejects.toThrow(
      "holds index.html, which was changed since it was exported: name another directory",
    );
  });

  it("stays where its mark is torn, and says what to do", async () => {
    await writeFile(join(site, "foilscope-site.json"), '{"base":"","ru');
    await expect(assertReplaceable(site)).rejects.toThrow(
      /foilscope-site\.json is not what an export writes: remove .* yourself, or name another/,
    );
  });

  it("is told from a directory of something else, and from a file", async () => {
    await rm(join(site, "foilscope-site.json"));
    await expect(assertReplaceable(site)).rejects.toThrow("which no export wrote");
    await expect(assertReplaceable(join(site, "index.html"))).rejects.toThrow("is no directory");
  });
});
