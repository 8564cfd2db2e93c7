import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { ownProcessId } from "@/lib/jobs/database/process-id";
import { ReplyLog } from "./log";
import { linesOf } from "./recover";
import type { RecordLine } from "./record";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "foilscope-log-"));
  return () => rmSync(dir, { recursive: true, force: true });
});

const line = (text: string) => ({ text }) as RecordLine;

async function read(path: string, from = 0) {
  const lines: { text: string; end: number }[] = [];
  for await (const one of linesOf(path, from)) lines.push(one);
  return lines;
}

it("gives back every line that was written, from any position that it told", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      async (texts, at) => {
        const written = texts.map((text) => JSON.stringify(text));
        const log = new ReplyLog(dir, ownProcessId());
        const positions = written.map((text) => log.append(line(text)));
        const path = join(dir, positions[0]!.name);
        const from = at % positions.length;
        const rest = await read(path, positions[from]!.end);
        expect(rest.map((one) => one.text)).toEqual(written.slice(from + 1));
        expect(rest.map((one) => one.end)).toEqual(positions.slice(from + 1).map((p) => p.end));
        // The first line says whose it is.
        expect((await read(path)).slice(1).map((one) => one.text)).toEqual(written);
        log.close(true);
      },
    ),
    { numRuns: 30 },
  );
});

it("takes no line that a crash tore, wherever it did", async () => {
  const whole = '{"a":"é 한"}\n{"b":2}\n';
  const bytes = Buffer.from(whole);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const path = join(dir, `${cut}`);
    writeFileSync(path, bytes.subarray(0, cut));
    const complete = bytes.subarray(0, cut).filter((byte) => byte === 10).length;
    expect((await read(path)).map((one) => one.text)).toEqual(
      ['{"a":"é 한"}', '{"b":2}'].slice(0, complete),
    );
  }
});

it("goes on in a new file when one is large, and removes what is stored", () => {
  const log = new ReplyLog(dir, ownProcessId(), 300);
  const positions = Array.from({ length: 6 }, () => log.append(line("x".repeat(100))));
  const names = [...new Set(positions.map((position) => position.name))];
  expect(names.length).toBeGreaterThan(1);
  expect(log.storedUpTo(positions[0]!)).toEqual([]);
  expect(log.storedUpTo(positions.at(-1)!)).toEqual(names.slice(0, -1));
  expect(readdirSync(dir)).toEqual(names.slice(-1));
  expect(log.close(false)).toEqual([]);
  expect(readdirSync(dir)).toEqual(names.slice(-1));
});

it("reads a line that is longer than a block of the file", async () => {
  const path = join(dir, "long");
  const long = "y".repeat(200_000);
  appendFileSync(path, `${long}\nz\ntorn`);
  expect((await read(path)).map((one) => one.text.length)).toEqual([200_000, 1]);
});
