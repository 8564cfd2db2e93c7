import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOfItem } from "@/lib/records/item-set";
import { build, FOUR } from "./augment/testing";
import { itemSetHash } from "./hash";
import {
  BrokenSetError,
  findItemSet,
  listItemSets,
  readItemSet,
  verifyItemSet,
  writeItemSet,
} from "./store";
import { smallIdentification, smallQuestions } from "./testing";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "foilscope-sets-"));
});
afterAll(() => rm(root, { recursive: true }));

describe("the hash of a set", () => {
  it("does not depend on the order of fields, but on that of rows and on every value", () => {
    const parts = smallIdentification();
    const { manifest, items, pool } = parts;
    const hash = itemSetHash(parts);
    const { environments, ...rest } = manifest;
    const { full = [], easy = [] } = environments;
    expect(itemSetHash({ ...parts, manifest: { environments: { full, easy }, ...rest } })).toBe(
      hash,
    );
    expect(itemSetHash({ ...parts, items: items.toReversed() })).not.toBe(hash);
    expect(itemSetHash({ ...parts, pool: pool.slice(1) })).not.toBe(hash);
    expect(itemSetHash({ ...parts, manifest: { ...manifest, seed: null } })).not.toBe(hash);
  });
});

describe("the store of item sets", () => {
  it.each([
    ["error identification", smallIdentification, ["items.parquet", "pool.parquet", "set.json"]],
    ["fixed questions", smallQuestions, ["items.parquet", "presentations.parquet", "set.json"]],
  ])("gives back %s as it was written", async (_, make, files) => {
    const parts = make();
    const written = await writeItemSet(root, parts);
    const dir = join(root, written.hash);
    expect(written.hash).toMatch(/^[0-9a-f]{16}$/);
    expect((await readdir(dir)).sort()).toEqual(files);
    expect(await readItemSet(dir)).toEqual({ ...parts, hash: written.hash });
    expect(await verifyItemSet(dir)).toEqual([]);
    expect((await readdir(root)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("gives back where borrowed options come from", async () => {
    const { parts } = await build(FOUR);
    const written = await writeItemSet(root, parts);
    const dir = join(root, written.hash);
    expect(await readdir(dir)).toContain("provenance.parquet");
    expect(await readItemSet(dir)).toEqual({ ...parts, hash: written.hash });
    const [first, ...rest] = parts.provenance ?? [];
    expect(itemSetHash({ ...parts, provenance: [{ ...first!, donor_row: 9 }, ...rest] })).not.toBe(
      written.hash,
    );
  });

  it("gives back any text that is well formed", async () => {
    const parts = smallQuestions();
    const texts = fc.sample(fc.string({ unit: "binary", minLength: 1 }), 300);
    const texted = parts.items.map((item) => ({
      ...item,
      options: item.options
        .map((option, i) => (i === 0 ? { ...option, text: "\0" } : option))
        .concat(
          texts.map((text) => ({ text, origin: "borrowed", donor_item: text, donor_option: null })),
        ),
    }));
    const items = texted.map((item) => ({ ...item, item_hash: hashOfItem(item) }));
    const { hash } = await writeItemSet(root, { ...parts, items });
    expect((await readItemSet(join(root, hash))).items).toEqual(items);
  });

  it("leaves a set that is there as it is", async () => {
    const { hash } = await writeItemSet(root, smallQuestions());
    const before = await stat(join(root, hash));
    await writeItemSet(root, smallQuestions());
    expect((await stat(join(root, hash))).ino).toBe(before.ino);
  });

  it("mends one that is broken, and touches nothing that is not an item set", async () => {
    const parent = join(root, "mend");
    const { hash } = await writeItemSet(parent, smallQuestions());
    const items = join(parent, hash, "items.parquet");
    await writeFile(items, "torn");
    expect(await verifyItemSet(join(parent, hash))).toEqual([
      expect.objectContaining({ what: "file", where: "items.parquet" }),
    ]);
    await writeItemSet(parent, smallQuestions());
    expect(await verifyItemSet(join(parent, hash))).toEqual([]);
    await writeFile(join(parent, hash, "notes.txt"), "mine");
    await writeFile(items, "torn");
    await expect(writeItemSet(parent, smallQuestions())).rejects.toThrow(/holds notes\.txt/);
  });

  it("writes nothing that is unsound", async () => {
    const parts = smallQuestions();
    const items = parts.items.map((item) => ({ ...item, key: 9 }));
    const parent = join(root, "unsound");
    await expect(writeItemSet(parent, { ...parts, items })).rejects.toThrow(BrokenSetError);
    expect(await readdir(parent).catch(() => null)).toBeNull();
  });

  it("tells a set whose content was changed, though each part is sound", async () => {
    const parent = join(root, "changed");
    const { hash } = await writeItemSet(parent, smallQuestions());
    const dir = join(parent, hash);
    const manifest = await readFile(join(dir, "set.json"), "utf8");
    await writeFile(join(dir, "set.json"), manifest.replace("Small questions", "Other"));
    const [fault] = await verifyItemSet(dir);
    expect(fault).toMatchObject({ what: "hash", where: hash });
    await expect(readItemSet(dir)).rejects.toThrow(/hash is not the directory's name/);
  });

  it("names the field of set.json that is wrong", async () => {
    const parent = join(root, "manifest");
    const { hash } = await writeItemSet(parent, smallIdentification());
    const path = join(parent, hash, "set.json");
    const manifest = await readFile(path, "utf8");
    await writeFile(path, manifest.replace('"language": "ko"', '"language": 7'));
    expect(await verifyItemSet(join(parent, hash))).toEqual([
      expect.objectContaining({ what: "language", where: "set.json" }),
    ]);
    await writeFile(path, "{");
    expect((await verifyItemSet(join(parent, hash)))[0]?.why).toMatch(/^is not JSON/);
  });

  it("lists each set once, broken ones apart, and finds one by its hash", async () => {
    const [one, two] = [join(root, "one"), join(root, "two")];
    const { hash } = await writeItemSet(one, smallQuestions());
    await writeItemSet(two, smallQuestions());
    const other = await writeItemSet(two, smallIdentification());
    await mkdir(join(two, "not-a-set"));
    const listed = await listItemSets([one, two, join(root, "nowhere")]);
    expect(listed.broken).toEqual([]);
    expect(listed.sets.map(({ hash: h, dir }) => [h, dir])).toEqual([
      [hash, join(one, hash)],
      [other.hash, join(two, other.hash)],
    ]);
    expect(await findItemSet(other.hash, [one, two])).toBe(join(two, other.hash));
    await expect(findItemSet("../one", [one])).rejects.toThrow(/no item set "\.\.\/one"/);
    await rename(join(two, other.hash), join(two, "0123456789abcdef"));
    await expect(readItemSet(join(two, "0123456789abcdef"))).rejects.toThrow(/hash/);
    await rm(join(two, "0123456789abcdef", "set.json"));
    expect((await listItemSets([two])).broken).toEqual([
      { path: join(two, "0123456789abcdef"), reason: "set.json: file cannot be read" },
    ]);
  });
});
