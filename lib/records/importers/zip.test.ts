import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importSources } from "@/lib/records/import";
import { bytesSource, type ImportSource } from "./source";
import { zipMembers } from "./zip";
import { statedSize, unpackedSize, zipDirectory } from "./zip-directory";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const MB = 1 << 20;
/** 200 MB of blanks: some 200 kB as an archive. */
const trap = zipSync({ "a.csv": new Uint8Array(200 * MB).fill(32) }, { level: 1 });
const honest = zipSync({
  "a.csv": new TextEncoder().encode("x".repeat(100)),
  "b.csv": new Uint8Array(5),
});

/** The archive with a directory that says each member unpacks to one byte. */
function lying(zip: Uint8Array): Uint8Array {
  const bytes = zip.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at + 4 <= bytes.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1, true);
  return bytes;
}

function counted(bytes: Uint8Array): { source: ImportSource; read: () => number } {
  const source = bytesSource("trap.zip", bytes);
  let read = 0;
  async function* stream() {
    // Small pieces, so that what is read ahead is little.
    for (let at = 0; at < bytes.length; at += 4096) {
      const piece = bytes.subarray(at, at + 4096);
      read += piece.length;
      yield piece;
      await Promise.resolve();
    }
  }
  return { source: { ...source, stream }, read: () => read };
}

async function stated(bytes: Uint8Array): Promise<number | null> {
  const files = await zipDirectory(bytesSource("a.zip", bytes));
  return files && statedSize(files);
}

describe("what an archive says of its size", () => {
  it("is the sum over its members, and nothing where it has no directory", async () => {
    expect(await stated(honest)).toBe(105);
    expect(await stated(trap)).toBe(200 * MB);
    expect(await stated(honest.slice(0, 60))).toBeNull();
    expect(await stated(new Uint8Array(3))).toBeNull();
  });

  it("counts where it is larger than the file itself", async () => {
    expect(await unpackedSize(bytesSource("a.zip", trap))).toBe(200 * MB);
    expect(await unpackedSize(bytesSource("a.csv", new Uint8Array(50)))).toBe(50);
    expect(await unpackedSize(bytesSource("a.csv", new Uint8Array(2)))).toBe(2);
  });
});

describe("an archive that unpacks a thousandfold", () => {
  it("is refused by its directory, before it is unpacked", async () => {
    const { source, read } = counted(trap);
    const { rejects } = await importSources(engine, [source]);
    expect(rejects).toHaveLength(1);
    expect(rejects[0]!.reason).toContain("it unpacks to more than 300 times its size");
    expect(rejects[0]!.reason).toContain("unpack it and import what is in it");
    // The head that tells the format is read.
    expect(read()).toBeLessThanOrEqual(72 << 10);
  });

  it("is refused while it is unpacked where its directory lies", async () => {
    const { source } = counted(lying(trap));
    let unpacked = 0;
    const unpack = async () => {
      for await (const member of zipMembers(source.stream()))
        for await (const chunk of member.stream()) unpacked += chunk.length;
    };
    await expect(unpack()).rejects.toThrow("it unpacks to more than 300 times its size");
    expect(unpacked).toBeGreaterThan(32 * MB);
    expect(unpacked).toBeLessThanOrEqual(64 * MB);
    const { rejects } = await importSources(engine, [source]);
    expect(rejects).toHaveLength(1);
  });

  it("is read where it is small", async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `m,4,q${i % 9},${i},1,1\n`).join("");
    const csv = new TextEncoder().encode(
      `model,n_options,item_id,trial,gold_pos,resp_pos\n${rows}`,
    );
    const { runs } = await importSources(engine, [bytesSource("a.zip", zipSync({ "a.csv": csv }))]);
    expect(runs[0]?.kept).toBe(19_999);
  });
});

describe("an archive whose end is missing", () => {
  const rows = (item: string) =>
    new TextEncoder().encode(
      `model,n_options,item_id,trial,gold_pos,resp_pos\nm,4,${item},1,1,1\nm,4,${item},2,1,1\n`,
    );
  const whole = zipSync({ "a.csv": rows("q1"), "b.csv": rows("q2"), "c.csv": rows("q3") });
  const text = Buffer.from(whole);
  /** Where the local header of a file begins, and where the directory does. */
  const headerOf = (name: string) => text.indexOf(name) - 30;
  const directory = text.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));

  it.each([
    ["between two files", headerOf("b.csv"), 2],
    ["inside the header of a file", headerOf("b.csv") + 10, 2],
    ["behind its last file", directory, 6],
    ["inside its list of files", directory + 20, 6],
  ])("%s is told, and what stands before it is kept", async (_, end, kept) => {
    const { runs, rejects } = await importSources(engine, [
      bytesSource("a.zip", whole.slice(0, end)),
    ]);
    expect(runs.reduce((sum, run) => sum + run.kept, 0)).toBe(kept);
    expect(rejects).toHaveLength(1);
    expect(rejects[0]).toMatchObject({ file: "a.zip", line: null });
    expect(rejects[0]!.reason).toContain("cut off or broken: its list of files is missing");
  });

  it("inside the header of its first file holds no file that could be read, and is not empty", async () => {
    const { rejects } = await importSources(engine, [bytesSource("a.zip", whole.slice(0, 20))]);
    expect(rejects.map(({ reason }) => reason)).toEqual([expect.stringContaining("cut off")]);
  });

  it("is not told of one that is whole", async () => {
    const { runs, rejects } = await importSources(engine, [bytesSource("a.zip", whole)]);
    expect(rejects).toEqual([]);
    expect(runs.map((run) => run.kept)).toEqual([2, 2, 2]);
  });
});
