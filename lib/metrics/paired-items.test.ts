import { afterEach, describe, expect, it } from "vitest";
import type { PairPart, PairStream } from "@/lib/view-state/state";
import type { Given } from "@/tests/helpers/sections";
import { manifestsOf, openWorkspace, response } from "@/tests/helpers/stage";
import { conditionSides } from "./condition-sides";
import { pairedItems } from "./paired-items";
import { writePair } from "./pair-name";
import { METRICS } from "./registry";
import type { Workspace } from "./workspace";

let workspace: Workspace;
afterEach(() => workspace.engine.close());

const five = (item_id: string, right: boolean, given: Given = {}): Given => ({
  run_id: "five",
  condition: "five",
  n_options: 5,
  item_id,
  resp_pos: right ? 1 : 2,
  ...given,
});
const ten = (item_id: string, right: boolean, given: Given = {}): Given => ({
  run_id: "ten",
  condition: "ten",
  n_options: 10,
  item_id,
  resp_pos: right ? 1 : 2,
  selected_origin: right ? "original" : "borrowed",
  ...given,
});

const ROWS: readonly Given[] = [
  five("a", true, { stem_negative: true, section: "s1" }),
  ten("a", true, { stem_negative: true, section: "s1" }),
  // Lost to a borrowed option, to an original one, and without an answer.
  five("b", true, { stem_negative: true }),
  ten("b", false, { stem_negative: true }),
  five("c", true, { stem_negative: false }),
  ten("c", false, { stem_negative: false, selected_origin: "original" }),
  five("d", true),
  ten("d", false, { resp_pos: null, outcome: "unparsed", selected_origin: null }),
  five("e", false),
  ten("e", true),
  five("f", false),
  ten("f", false),
  five("only5", true),
  ten("only10", true, { section: "s2" }),
  five("other", true, { item_hash: "x" }),
  ten("other", true, { item_hash: "y" }),
];

async function open(rows: readonly Given[]) {
  const full = rows.map(response);
  workspace = await openWorkspace(full, manifestsOf(full));
  const [pair] = await METRICS.paired.run(workspace, { filters: [] });
  const list = async (stream: PairStream, part: PairPart | null = null) =>
    pairedItems(workspace, { filters: [] }, pair!, { stream, part });
  const ids = async (stream: PairStream, part: PairPart | null = null) =>
    (await list(stream, part)).map(({ item_id }) => item_id);
  return { pair: pair!, list, ids };
}

describe("the items behind the counts of a pair", () => {
  it("are those of each stream, the lost by what they chose", async () => {
    const { ids, list } = await open(ROWS);
    expect(await ids("both")).toEqual(["a"]);
    expect(await ids("lost")).toEqual(["b", "c", "d"]);
    expect(await ids("lost.borrowed")).toEqual(["b"]);
    expect(await ids("lost.original")).toEqual(["c"]);
    expect(await ids("lost.invalid")).toEqual(["d"]);
    expect(await ids("gained")).toEqual(["e"]);
    expect(await ids("neither")).toEqual(["f"]);
    expect(await ids("mixed")).toEqual([]);
    expect(await ids("only_a")).toEqual(["only5"]);
    expect(await list("only_b")).toEqual([
      { item_id: "only10", section: "s2", stem_negative: null, fate: null, y_a: null, y_b: null },
    ]);
    expect(await ids("changed")).toEqual(["other"]);
    expect(await ids("by_id")).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(await list("both")).toEqual([
      { item_id: "a", section: "s1", stem_negative: true, fate: null, y_a: 1, y_b: 1 },
    ]);
  });

  it("are as many as the report counts, on all items and on each part", async () => {
    const { pair, ids } = await open(ROWS);
    expect(pair).toMatchObject({ both: 1, lost: 3, gained: 1, neither: 1, by_id: 6 });
    expect(pair).toMatchObject({ only_a: 1, only_b: 1, changed: 1 });
    expect(pair.lost_to).toEqual({ borrowed: 1, original: 1, invalid: 1 });
    expect(pair.by_stem).toMatchObject({ flagged: { lost: 1 }, unflagged: { lost: 1 } });
    expect(await ids("lost", "flagged")).toEqual(["b"]);
    expect(await ids("lost", "unflagged")).toEqual(["c"]);
  });

  it("count in part where permutations disagree", async () => {
    const { ids, list, pair } = await open([
      five("a", true),
      ten("a", true, { permutation: 1 }),
      ten("a", false, { permutation: 2 }),
      five("b", true),
      ten("b", true, { permutation: 1 }),
      ten("b", true, { permutation: 2 }),
    ]);
    expect(pair).toMatchObject({ n_shared: 2, both: 1, lost: 0 });
    expect(await ids("both")).toEqual(["b"]);
    expect(await list("mixed")).toMatchObject([{ item_id: "a", y_a: 1, y_b: 0.5 }]);
  });
});

it("names the two sides of a pair, whatever their names hold", async () => {
  const { pair } = await open(ROWS);
  expect(writePair(pair)).toBe("five,five,ten,ten,~none,none,~none");
  const [a, b] = await conditionSides(workspace, { filters: [] });
  expect([a?.run_id, a?.missing, b?.run_id]).toEqual(["five", 0, "ten"]);
});
