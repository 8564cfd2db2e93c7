import { afterEach, describe, expect, it } from "vitest";
import { buildSource } from "@/lib/cubes/build";
import { nextIndex, uniteSources, type Source } from "@/lib/cubes/views";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { text } from "@/lib/engine/sql";
import type { Given } from "@/tests/helpers/sections";
import { manifestsOf, response, stageRows } from "@/tests/helpers/stage";
import type { Filters } from "@/lib/view-state/filters";
import { AUDIT_RECORDS } from "./audit-records";
import { METRICS } from "./registry";
import type { SectionName } from "./rows";

/** Of an item: status and weight of its record in R1. */
type Records = Readonly<Record<string, readonly [status: string, weight: number]>>;

let engine: Engine;
afterEach(() => engine.close());

async function open(...given: readonly { rows: readonly Given[]; records?: Records }[]) {
  engine = await openNodeEngine();
  const sources: Source[] = [];
  for (const [i, { rows, records = {} }] of given.entries()) {
    const full = rows.map(response);
    await stageRows(engine, full);
    const place = { catalog: "memory", schema: `s${i}` };
    const firstIx = await nextIndex(engine);
    await buildSource(engine, { cubes: place, firstIx, manifests: manifestsOf(full) });
    for (const [item, [status, weight]] of Object.entries(records))
      await engine.exec(`INSERT INTO s${i}.audit BY NAME SELECT item_ix, 'v' AS version, 'R1' AS record_set,
        ${weight} AS weight, ${text(status)} AS status, false AS key_and_borrowed,
        false AS locked
        FROM s${i}.items WHERE item_id = ${text(item)}`);
    sources.push({ cubes: place, rows: place });
    await uniteSources(engine, sources);
  }
}

const run = <S extends SectionName>(section: S, filters: Filters = []) =>
  METRICS[section].run({ engine, ensureRows: () => Promise.resolve() }, { filters });

const asked = (run_id: string, given: Given, right: readonly (0 | 1)[]) =>
  right.map((r, i): Given => ({
    run_id,
    item_id: `q${i + 1}`,
    section: `s${i + 1}`,
    stem_negative: i === 0,
    resp_pos: r === 1 ? 1 : 2,
    ...given,
  }));
const FIVE: Given = { condition: "five", n_options: 5 };
const TEN: Given = { condition: "ten", n_options: 10 };

describe("two conditions beside another source", () => {
  const both = [...asked("five", FIVE, [1, 1]), ...asked("ten", TEN, [0, 1])];
  const told = {
    by_stem: { flagged: { n_shared: 1, lost: 1 }, unflagged: { n_shared: 1, lost: 0 } },
    // One item a section: the means of the draws are −1, −½ and 0.
    cluster_bootstrap_ci_pp: [-100, 0],
  };

  it("keep their items' sections and flags, whatever the other says of its own", async () => {
    const other = asked("x", { model: "m2", section: "elsewhere", stem_negative: null }, [1, 1]);
    const opposite = other.map((row, i) => ({ ...row, stem_negative: i === 1 }));
    await open({ rows: both }, { rows: opposite });
    expect(await run("paired")).toMatchObject([told]);
    expect(await run("paired", [{ field: "model", values: ["m1"] }])).toMatchObject([told]);
  });

  it("know an item by the side that says it, and not where they differ", async () => {
    await open({
      rows: [
        ...asked("five", FIVE, [1, 1, 1]),
        ...asked("ten", { ...TEN, section: null, stem_negative: null }, [0, 1, 1]),
      ],
    });
    expect((await run("paired"))[0]?.by_stem).toMatchObject({
      flagged: { n_shared: 1, lost: 1 },
      unflagged: { n_shared: 2, lost: 0 },
    });
    await engine.close();
    const flipped = asked("ten", TEN, [0, 1]).map((row, i) => ({ ...row, stem_negative: i === 1 }));
    await open({ rows: asked("five", FIVE, [1, 1]) }, { rows: flipped });
    expect((await run("paired"))[0]).toMatchObject({ n_shared: 2, by_stem: null });
  });

  it("are one pair where the other source holds the same runs again", async () => {
    await open({ rows: both }, { rows: both });
    expect((await run("paired")).map((r) => [r.run_a, r.run_b])).toEqual([["five", "ten"]]);
  });

  it("are a pair for each run where the other source repeats one under its own name", async () => {
    await open({ rows: both }, { rows: asked("five again", FIVE, [0, 1]) });
    expect((await run("paired")).map((r) => [r.run_a, r.run_b, r.lost])).toEqual([
      ["five", "ten", 1],
      ["five again", "ten", 0],
    ]);
  });
});

describe("reviewer records of two sources", () => {
  const rows = asked("r", {}, [1, 1, 1, 1]);
  const again = asked("again", {}, [1, 1, 1, 1]);

  it("count once where they agree, and are left out by name where they differ", async () => {
    const records: Records = {
      q1: ["unique_source_key", 2],
      q2: ["multiple", 3],
      q3: ["unresolved", 5],
    };
    await open(
      { rows, records },
      { rows: again, records: { ...records, q2: ["unique_source_key", 3], q4: ["no_answer", 1] } },
    );
    // q1, q3 and q4 stay, of weight 2, 5 and 1.
    expect(await run("audit")).toMatchObject([
      {
        record_set: "R1",
        n: 3,
        total_weight: 8,
        classes: {
          unique_source_key: { count: 1, weighted_pct: 25 },
          multiple: { count: 0, weighted_pct: 0 },
          no_answer: { count: 1, weighted_pct: 12.5 },
          unresolved: { count: 1, weighted_pct: 62.5 },
        },
      },
    ]);
    const told = (await run("warnings")).filter((w) => w.code === "contradictory_audit");
    expect(told).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/: q2 in R1$/) as string }),
    ]);
  });

  it("are the same where one says more, and differ where both say it otherwise", async () => {
    const records: Records = { q1: ["multiple", 2], q2: ["multiple", 3] };
    await open({ rows, records }, { rows: again, records });
    await engine.exec(`UPDATE s0.audit SET notes = 'p. 4', polarity = 'negative';
      UPDATE s1.audit SET clarity = 'clear';
      UPDATE s1.audit SET polarity = 'nonnegative' WHERE weight = 3`);
    const workspace = { engine, ensureRows: () => Promise.resolve() };
    // q1 is filled by both sources; q2 is said to be negative and not.
    expect(await AUDIT_RECORDS.run(workspace, { filters: [] })).toMatchObject([
      { item_id: "q1", notes: "p. 4", polarity: "negative", clarity: "clear" },
    ]);
    expect(await run("audit")).toMatchObject([{ n: 1, total_weight: 2 }]);
  });

  it("differ by their weight alone, too", async () => {
    await open(
      { rows, records: { q1: ["multiple", 2], q2: ["multiple", 2] } },
      { rows: again, records: { q1: ["multiple", 4] } },
    );
    expect(await run("audit")).toMatchObject([{ n: 1, total_weight: 2 }]);
  });

  it("say nothing where they agree", async () => {
    const records: Records = { q1: ["multiple", 2] };
    await open({ rows, records }, { rows: again, records });
    expect(await run("audit")).toMatchObject([{ n: 1, total_weight: 2 }]);
    expect((await run("warnings")).map((w) => w.code)).not.toContain("contradictory_audit");
  });
});
