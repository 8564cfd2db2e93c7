import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSource } from "@/lib/cubes/build";
import { uniteSources, type Source } from "@/lib/cubes/views";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import type { Response } from "@/lib/records/response";
import type { Filters } from "@/lib/view-state/filters";
import {
  bruteBubble,
  bruteHardSplit,
  brutePositions,
  bruteScaling,
  groupRows,
  itemMeans,
} from "@/tests/helpers/brute-force";
import { manifestsOf, response, stageRows } from "@/tests/helpers/stage";
import { METRICS } from "./registry";
import type { Workspace } from "./workspace";

const MODELS = ["m1", "m2"];
const ENVIRONMENTS = ["easy", null];
const COUNTS = [2, 3, 12];
const PADDINGS = ["none", "symbol:front"];
const ITEMS = ["i1", "i2", "i3"];
const SECTION: Record<string, string | null> = { i1: "s1", i2: "s2", i3: null };
const TRIALS = [1, 2, 3, 4];

/** Which run a trial belongs to: scattered over the runs of its model, or in blocks. */
type Layout = "scattered" | "blocks";

interface Draw {
  readonly layout: Layout;
  readonly cells: readonly number[];
}

/** One number a possible row; some are left out, some have no answer, some are errors. */
const draws: fc.Arbitrary<Draw> = fc.record({
  layout: fc.constantFrom<Layout>("scattered", "blocks"),
  cells: fc.array(fc.nat(9999), {
    minLength: MODELS.length * ENVIRONMENTS.length * COUNTS.length * PADDINGS.length * 12,
    maxLength: MODELS.length * ENVIRONMENTS.length * COUNTS.length * PADDINGS.length * 12,
  }),
});

function rowsOf({ layout, cells }: Draw): Response[] {
  const rows: Response[] = [];
  let next = 0;
  for (const model of MODELS)
    for (const environment of ENVIRONMENTS)
      for (const n_options of COUNTS)
        for (const padding of PADDINGS)
          for (const item_id of ITEMS)
            for (const trial of TRIALS) {
              const draw = cells[next++] ?? 0;
              if (draw % 5 === 0) continue;
              const run =
                layout === "blocks" ? (trial < 3 ? "a" : "b") : draw % 2 === 0 ? "a" : "b";
              const position = (v: number) => 1 + (v % n_options);
              const gold_pos = position(draw >> 3);
              const answered = draw % 7 !== 0;
              const outcome = draw % 11 === 0 ? "error" : draw % 14 === 0 ? "multiple" : "unparsed";
              rows.push(
                response({
                  run_id: `${model}-${run}`,
                  model,
                  environment,
                  n_options,
                  padding,
                  item_id,
                  section: SECTION[item_id] ?? null,
                  trial,
                  gold_pos,
                  resp_pos: answered ? (draw % 3 === 0 ? gold_pos : position(draw >> 5)) : null,
                  ...(answered ? {} : { outcome }),
                }),
              );
            }
  return rows;
}

/** Absent half of the time: item filters take another way to the numbers than the others. */
const sometimes = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 2 });

const filterSets: fc.Arbitrary<Filters> = fc
  .record({
    model: sometimes(fc.subarray(MODELS, { minLength: 1 })),
    environment: sometimes(fc.subarray(ENVIRONMENTS, { minLength: 1 })),
    n_options: sometimes(fc.subarray(COUNTS, { minLength: 1 })),
    item: sometimes(fc.subarray(ITEMS, { minLength: 1 })),
    section: sometimes(fc.subarray(["s1", "s2", null], { minLength: 1 })),
    run: sometimes(fc.subarray(["m1-a", "m1-b", "m2-a", "m2-b"], { minLength: 1 })),
  })
  .map(
    (picked) =>
      Object.entries(picked).flatMap(([field, values]) =>
        values === null ? [] : [{ field, values }],
      ) as Filters,
  );

function keep(rows: readonly Response[], filters: Filters): Response[] {
  return rows.filter((row) =>
    filters.every((f) => {
      const field = f.field === "item" ? "item_id" : f.field === "run" ? "run_id" : f.field;
      return (f.values as unknown[]).includes(row[field as keyof Response]);
    }),
  );
}

/** Numbers equal to 1e-9, anything else exactly. */
function agree(got: unknown, right: unknown, path: string): void {
  if (typeof right === "number" && typeof got === "number") {
    const gap = Math.abs(got - right) / Math.max(1, Math.abs(right));
    if (!(gap <= 1e-9)) expect(`${path} ${got}`).toBe(`${path} ${right}`);
  } else if (typeof right === "object" && right !== null) {
    expect(typeof got === "object" && got !== null, `${path} ${String(got)}`).toBe(true);
    for (const [key, value] of Object.entries(right))
      agree((got as Record<string, unknown>)[key], value, `${path}.${key}`);
  } else expect(`${path} ${String(got)}`).toBe(`${path} ${String(right)}`);
}

const curve = (r: { model: string; environment: string | null; padding: string }) =>
  `${r.model}|${String(r.environment)}|${r.padding}`;
const cell = (r: Parameters<typeof curve>[0] & { n_options: number }) =>
  `${curve(r)}|${r.n_options}`;

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

/** Builds the rows as one source, or every run as a source of its own. */
async function open(rows: readonly Response[], split: boolean): Promise<Workspace> {
  const parts = split ? groupRows(rows, (r) => r.run_id).map(([, part]) => part) : [[...rows]];
  const sources: Source[] = [];
  for (const [i, part] of parts.entries()) {
    const place = { catalog: "memory", schema: `s${i}` };
    await stageRows(engine, part);
    await buildSource(engine, { cubes: place, firstIx: i * 1000, manifests: manifestsOf(part) });
    sources.push({ cubes: place, rows: place });
  }
  await uniteSources(engine, sources);
  return { engine, ensureRows: () => Promise.resolve() };
}

async function check(workspace: Workspace, rows: readonly Response[], filters: Filters) {
  const kept = keep(rows, filters);
  const cells = new Map(groupRows(kept, cell));
  const run = <S extends keyof typeof METRICS>(section: S) =>
    METRICS[section].run(workspace, { filters });

  const scaling = await run("scaling");
  expect(scaling.map(cell).toSorted()).toEqual([...cells.keys()].toSorted());
  for (const row of scaling)
    agree(row, bruteScaling(cells.get(cell(row)) ?? [], row.n_options, true), cell(row));

  for (const row of await run("items")) {
    const own = itemMeans(cells.get(cell(row)) ?? []).get(row.item_id);
    agree(row, own ?? { n: 0, accuracy: null }, `${cell(row)} ${row.item_id}`);
  }
  for (const row of await run("bubble")) {
    const side = (n: number) => cells.get(`${curve(row)}|${n}`) ?? [];
    const right = bruteBubble(side(row.n_low), side(row.n_high), row.n_low, row.n_high);
    agree(row, right, `bubble ${curve(row)} ${row.n_low}-${row.n_high}`);
  }
  for (const row of await run("positions"))
    agree(row, brutePositions(cells.get(cell(row)) ?? [], row.n_options), `pos ${cell(row)}`);

  const unpadded = new Map(
    groupRows(
      kept.filter((r) => r.padding === "none"),
      (r) => `${String(r.environment)}|${r.n_options}`,
    ),
  );
  for (const row of await run("hard_split")) {
    const path = `${String(row.environment)}|${row.n_options}`;
    const right = bruteHardSplit(unpadded.get(path) ?? []);
    agree(row.median_score, right.median, path);
    expect(row.hard_trials).toEqual(right.hard);
    for (const m of row.models)
      agree(m.accuracy, right.accuracy.get(`${m.model}|${m.group}`), path);
  }
  for (const row of await run("accuracy")) {
    const own = kept.filter((r) => r.run_id === row.run_id);
    const counted = own.filter((r) => r.outcome !== "error");
    expect(row.n).toBe(counted.length);
    expect(row.correct).toBe(counted.filter((r) => r.resp_pos === r.gold_pos).length);
  }
}

describe("cubes under filters", () => {
  it("give what the rows give", async () => {
    await fc.assert(
      fc.asyncProperty(
        draws,
        fc.array(filterSets, { minLength: 5, maxLength: 5 }),
        async (d, f) => {
          const rows = rowsOf(d);
          const workspace = await open(rows, false);
          for (const filters of [[], ...f]) await check(workspace, rows, filters);
        },
      ),
      { numRuns: 3 },
    );
  });
  it("give what the rows give when a series spans sources", async () => {
    await fc.assert(
      fc.asyncProperty(draws, filterSets, async (d, filters) => {
        const rows = rowsOf({ ...d, layout: "blocks" });
        const workspace = await open(rows, true);
        await check(workspace, rows, []);
        await check(workspace, rows, filters);
      }),
      { numRuns: 3 },
    );
  });
});
