import fc from "fast-check";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { responseSchema } from "./response";
import { importTexts, stagedRows } from "./testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const encoder = new TextEncoder();
const ROWS = Array.from({ length: 6 }, (_, i) => ({
  model: "m",
  n_options: 4,
  item_id: `q${i}`,
  trial: 1,
  gold_pos: 1 + (i % 4),
  resp_pos: 1,
  question: 'What "is", it?\nThis.',
  options: ["a", "b", "c", "d"],
}));
const jsonl = encoder.encode(ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""));
const json = encoder.encode(JSON.stringify(ROWS, null, 1));
const csv = encoder.encode(
  `model,n_options,item_id,trial,gold_pos,resp_pos\n${ROWS.map((r) => `m,4,"${r.item_id}",1,1,"1"`).join("\n")}\n`,
);
const files = {
  "a.jsonl": jsonl,
  "a.json": json,
  "a.csv": csv,
  "a.zip": zipSync({ "b.csv": csv }),
};

/** A file with some of its bytes changed, cut or repeated. */
const damaged = fc
  .record({
    name: fc.constantFrom(...(Object.keys(files) as (keyof typeof files)[])),
    changes: fc.array(
      fc.record({
        at: fc.nat(),
        bytes: fc.oneof(
          fc.uint8Array({ maxLength: 4 }),
          fc
            .constantFrom('"', "{", "}", "[", "]", ",", "\n", "\\", "'=", "1.5", "-1", "\u2028")
            .map((text) => encoder.encode(text)),
        ),
        drop: fc.integer({ min: 0, max: 12 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    keep: fc.double({ min: 0, max: 1.5, noNaN: true }),
  })
  .map(({ name, changes, keep }) => {
    let bytes: Uint8Array = files[name];
    for (const { at, bytes: put, drop } of changes) {
      const from = bytes.length === 0 ? 0 : at % bytes.length;
      bytes = new Uint8Array([...bytes.slice(0, from), ...put, ...bytes.slice(from + drop)]);
    }
    return { name, bytes: keep < 1 ? bytes.slice(0, Math.floor(bytes.length * keep)) : bytes };
  });

describe("damaged files", () => {
  it("never stop an import, and leave only whole rows, all accounted for", async () => {
    await fc.assert(
      fc.asyncProperty(damaged, async ({ name, bytes }) => {
        const { runs, rejects, rejectCount } = await importTexts(engine, { [name]: bytes });
        const rows = await stagedRows(engine);
        for (const row of rows) expect(responseSchema.safeParse(row).success).toBe(true);
        expect(runs.reduce((sum, run) => sum + run.kept, 0)).toBe(rows.length);
        for (const { manifest, kept, missing } of runs)
          expect(kept + missing).toBe(manifest.planned);
        expect(rejects).toHaveLength(rejectCount);
      }),
      { numRuns: 60 },
    );
  });
});
