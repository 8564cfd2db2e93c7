import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { Workspace } from "@/lib/metrics/workspace";
import type { Filters } from "@/lib/view-state/filters";
import type { Given } from "@/tests/helpers/sections";
import { manifest, openWorkspace, response } from "@/tests/helpers/stage";
import { texts } from "@/tests/view-links";
import {
  differingReadings,
  READING_DIFFERENCES,
  readReadings,
  writeReadings,
  type ReadingsChoice,
} from "./reading-differences";

const opened: Workspace[] = [];
afterEach(async () => {
  for (const { engine } of opened.splice(0)) await engine.close();
});

/** The key is option 1 of 4: what each scorer read of items q1, q2, …, null for nothing. */
async function readings(
  first: readonly (number | null)[],
  second: readonly (number | null)[],
): Promise<Workspace> {
  const rows = (run_id: string, scorer: string, read: readonly (number | null)[]): Given[] =>
    read.map((resp_pos, i) => ({ run_id, scorer, resp_pos, item_id: `q${i + 1}`, section: "s" }));
  const workspace = await openWorkspace(
    [...rows("a", "strict-2", first), ...rows("b", "legacy-1", second)].map(response),
    [
      manifest("a", "m1", { scorer: "strict-2" }),
      manifest("b", "m1", { scorer: "legacy-1", source_run: "a" }),
    ],
  );
  opened.push(workspace);
  return workspace;
}
const BOTH: Filters = [{ field: "scorer", values: ["strict-2", "legacy-1"] }];
const choice = (kind: ReadingsChoice["kind"]): ReadingsChoice => ({
  ...{ first: "a", second: "b", kind },
});

describe("answers that two scorers read differently", () => {
  //               right, lost, found, mended, other wrong, as wrong, unread twice
  const FIRST = [1, 1, null, 2, 3, 2, null];
  const SECOND = [1, 2, 1, 1, null, 2, null];

  it("are listed with both readings, in the order of their items", async () => {
    const workspace = await readings(FIRST, SECOND);
    const { rows, counts } = await differingReadings(
      workspace,
      { filters: BOTH },
      choice("all"),
      10,
    );
    expect(rows.map((row) => [row.item_id, row.kind, row.resp_a, row.resp_b])).toEqual([
      ["q2", "only_first", 1, 2],
      ["q3", "from_invalid", null, 1],
      ["q4", "from_wrong", 2, 1],
      ["q5", "both_wrong", 3, null],
    ]);
    expect(rows[1]).toMatchObject({
      run_id: "a",
      section: "s",
      gold_pos: 1,
      outcome_a: "unparsed",
      outcome_b: "answered",
    });
    expect(counts).toEqual({ from_invalid: 1, from_wrong: 1, only_first: 1, both_wrong: 1 });
  });

  it("of one kind, a page of them, under filters", async () => {
    const workspace = await readings([null, null, 2], [1, 1, 1]);
    const ask = (filters: Filters, limit = 10) =>
      differingReadings(workspace, { filters }, choice("from_invalid"), limit);
    const page = await ask(BOTH, 1);
    expect(page.rows.map(({ item_id }) => item_id)).toEqual(["q1"]);
    expect(page.counts).toMatchObject({ from_invalid: 2, from_wrong: 1 });
    const one = await ask([...BOTH, { field: "item", values: ["q2"] }]);
    expect(one.rows.map(({ item_id }) => item_id)).toEqual(["q2"]);
    expect(one.counts).toMatchObject({ from_invalid: 1, from_wrong: 0 });
  });

  it("are none where the filters leave out the diagnostic reading", async () => {
    const workspace = await readings([null], [1]);
    const { rows } = await differingReadings(workspace, { filters: [] }, choice("all"), 10);
    expect(rows).toEqual([]);
  });
});

describe("the choice of readings in a link", () => {
  it("is read back as it was written", () => {
    const names = texts.filter((text) => text !== "");
    fc.assert(
      fc.property(
        names,
        names,
        fc.constantFrom("all" as const, ...READING_DIFFERENCES),
        (first, second, kind) => {
          const own = { first, second, kind };
          expect(readReadings(writeReadings(own))).toEqual(own);
        },
      ),
    );
  });

  it.each(["", "a,b", "a,b,none", "a,b,all,c", "a,,all", "~x,b,all"])("is none in “%s”", (text) => {
    expect(readReadings(text)).toBeNull();
  });
});
