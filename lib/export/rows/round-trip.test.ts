import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importSources } from "@/lib/records/import";
import { TableWriter } from "@/lib/records/importers/table-writer";
import { bytesSource } from "@/lib/records/importers/source";
import { manifestSchema, type Manifest } from "@/lib/records/manifest";
import { OUTCOMES, RESPONSE_COLUMNS, type Response } from "@/lib/records/response";
import { prepareStage } from "@/lib/records/stage";
import { stagedRows } from "@/lib/records/testing";
import { selectRows } from "./columns";
import { neutralise } from "./csv";
import { exportRows, ROW_FORMATS, type RowFormat } from "./export";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const awkward = fc.constantFrom(
  ...[
    "NA",
    "NULL",
    "None",
    "T",
    "F",
    "null",
    "nan",
    "true",
    "1",
    "1.0",
    "007",
    " 9",
    "9007199254740993",
  ],
  ...[
    "=1+1",
    "+x",
    "-5",
    "@me",
    "\tx",
    "\rx",
    "'=x",
    "''-x",
    "'quoted'",
    "'",
    "=",
    'a "b", c',
    "a\nb",
  ],
  ...[
    "a\r\nb",
    "한국어",
    "İstanbul ı",
    "é\u0301",
    "🙂",
    "\u2028",
    "a\0b",
    "x\r",
    '"',
    '"\r',
    ";",
    ",",
  ],
);
// What a column refuses (`textProblem`) is not among them.
const anyText = fc.oneof(
  awkward,
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    .filter((text) => !text.startsWith("\uFEFF")),
  fc.string({
    unit: fc.constantFrom("'", "=", "\r", "\n", '"', ",", "-", " "),
    minLength: 1,
    maxLength: 5,
  }),
);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 2 });
const count = maybe(fc.integer({ min: 0, max: 2 ** 31 - 1 }));

const response: fc.Arbitrary<Response> = fc
  .record({
    run_id: fc.constantFrom("run=1", "-run 2"),
    model: fc.constant("=model"),
    benchmark: fc.constant("b, 1"),
    environment: maybe(anyText),
    item_id: anyText,
    section: maybe(anyText),
    stem_negative: maybe(fc.boolean()),
    n_options: fc.integer({ min: 2, max: 1000 }),
    padding: fc.oneof(
      fc.constant("none"),
      anyText.map((t) => `=${t.replaceAll(":", ";")}:front`),
    ),
    mode: maybe(anyText),
    condition: maybe(anyText),
    permutation: maybe(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    trial: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    gold_pos: fc.nat(),
    resp_pos: fc.nat(),
    outcome: fc.constantFrom(...OUTCOMES),
    selected_origin: maybe(fc.constantFrom("original", "borrowed")),
    scorer: fc.constant("given"),
    finish_reason: maybe(anyText),
    reasoning_observed: maybe(fc.boolean()),
    prompt_tokens: count,
    completion_tokens: count,
    reasoning_tokens: count,
    cached_tokens: count,
    latency_ms: maybe(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
    attempts: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    item_hash: maybe(anyText),
    options_hash: maybe(anyText),
  })
  .map((row) => ({
    ...row,
    latency_ms: row.latency_ms === null ? null : row.latency_ms + 0,
    gold_pos: (row.gold_pos % row.n_options) + 1,
    resp_pos: row.outcome === "answered" ? (row.resp_pos % row.n_options) + 1 : null,
  }));

const keyOf = (row: Response) =>
  JSON.stringify([
    ...[row.run_id, row.item_id, row.environment, row.n_options, row.padding, row.mode],
    ...[row.condition, row.permutation, row.trial],
  ]);
const responses = fc.uniqueArray(response, { minLength: 1, maxLength: 8, selector: keyOf });

function manifestOf(run_id: string, kind: "simulated" | "measured"): Manifest {
  return manifestSchema.parse({
    schema_version: 1,
    run_id,
    name: run_id,
    benchmark: "b, 1",
    scorer: "given",
    model: { requested: "=model" },
    status: "complete",
    provenance: kind === "simulated" ? { kind, spec_hash: "s" } : { kind },
  });
}
const manifests = [manifestOf("run=1", "simulated"), manifestOf("-run 2", "measured")];

async function stage(rows: readonly Response[]): Promise<Response[]> {
  await prepareStage(engine);
  const writer = new TableWriter(engine, "stage.responses", RESPONSE_COLUMNS);
  for (const row of rows) {
    RESPONSE_COLUMNS.forEach((c, i) => writer.set(i, row[c.name as keyof Response]));
    writer.endRow();
  }
  await writer.flush();
  return stagedRows(engine);
}

async function exported(
  format: RowFormat,
  whole = false,
  of: readonly Manifest[] = manifests,
): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const selection = selectRows("stage.responses", of, whole);
  for await (const piece of exportRows(engine, selection, format))
    parts.push(piece as Uint8Array<ArrayBuffer>);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const reimport = (format: RowFormat, bytes: Uint8Array) =>
  importSources(engine, [bytesSource(`export.${format}`, bytes)]);

describe.each(ROW_FORMATS)("%s", (format) => {
  it("imports again to the same rows, whatever they hold", async () => {
    await fc.assert(
      fc.asyncProperty(responses, async (rows) => {
        const before = await stage(rows);
        const result = await reimport(format, await exported(format));
        expect(result.rejects).toEqual([]);
        expect(result.warnings).toEqual([]);
        expect(await stagedRows(engine)).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it("keeps simulated runs marked", async () => {
    await stage(
      fc.sample(responses, { seed: 7, numRuns: 1 })[0]!.map((row) => ({ ...row, run_id: "run=1" })),
    );
    const result = await reimport(format, await exported(format));
    expect(result.runs.map((run) => run.manifest.provenance.kind)).toEqual(["simulated"]);
  });

  it("keeps numbered trials marked", async () => {
    const text = '{"model":"m","n_options":4,"item_id":"q","gold_pos":1,"resp_pos":1}\n';
    const first = await importSources(engine, [
      bytesSource("a.jsonl", new TextEncoder().encode(text + text)),
    ]);
    const of = first.runs.map((run) => run.manifest);
    const again = await reimport(format, await exported(format, false, of));
    expect(again.runs[0]!.manifest.protocol.trials_numbered).toBe(true);
  });

  it("brings the highest trials back, given and numbered", async () => {
    const row = '{"model":"m","n_options":4,"item_id":"q","gold_pos":1,"resp_pos":1';
    const text = [`${row},"trial":2147483645}`, `${row}}`, `${row}}`].join("\n");
    const first = await importSources(engine, [
      bytesSource("a.jsonl", new TextEncoder().encode(text)),
    ]);
    const before = await stagedRows(engine);
    expect(before.map((r) => r.trial)).toEqual([2147483645, 2147483646, 2147483647]);
    const of = first.runs.map((run) => run.manifest);
    const again = await reimport(format, await exported(format, false, of));
    expect(again.rejects).toEqual([]);
    expect((await stagedRows(engine)).map((r) => r.trial)).toEqual(before.map((r) => r.trial));
  });

  it("writes a readable file of no rows", async () => {
    await prepareStage(engine);
    const { runs, rejects } = await reimport(format, await exported(format));
    expect(runs).toEqual([]);
    expect(rejects.map((reject) => reject.reason)).toEqual([
      format === "jsonl"
        ? "the file is empty"
        : "there are no rows in it, only column names or an empty list",
    ]);
  });
});

it("carries manifests of whole runs in a Parquet file", async () => {
  const rows = fc.sample(responses, { seed: 3, numRuns: 1 })[0]!;
  await stage(rows.map((row) => ({ ...row, run_id: "-run 2" })));
  const result = await reimport("parquet", await exported("parquet", true));
  expect(result.runs[0]!.manifest).toMatchObject({
    run_id: "-run 2",
    provenance: { kind: "measured" },
    planned: rows.length,
  });
});

describe("neutralise", () => {
  it("touches only what a spreadsheet would run, and what would be read as touched", () => {
    expect(["=1", "+1", "-1", "@x", "\tx", "\rx", "'=1", "x=1", "'x", "1"].map(neutralise)).toEqual(
      ["'=1", "'+1", "'-1", "'@x", "'\tx", "'\rx", "''=1", "x=1", "'x", "1"],
    );
  });
});
