import { describe, expect, it } from "vitest";
import { useSections, type Given } from "@/tests/helpers/sections";

const { open, run } = useSections();

/** An item of one section, right or wrong. */
const item = (item_id: string, right: 0 | 1, more: Given): Given => ({
  item_id,
  section: "law",
  gold_pos: 1,
  resp_pos: right === 1 ? 1 : 2,
  ...more,
});

describe("sections", () => {
  it("weigh alike in the macro mean and by their items in the micro mean", async () => {
    const section = (name: string | null, right: readonly (0 | 1)[], from: number): Given[] =>
      right.map((r, i) => ({ item_id: `q${from + i}`, section: name, resp_pos: r === 1 ? 1 : 2 }));
    await open([...section("a", [1], 0), ...section("b", [1, 0, 0], 10)]);
    expect((await run("sections")).map((r) => [r.section, r.n, r.accuracy])).toEqual([
      ["a", 1, 1],
      ["b", 3, 1 / 3],
    ]);
    const [row] = await run("accuracy");
    expect(row?.section_macro).toBeCloseTo(2 / 3, 12);
    expect(row?.section_micro).toBe(0.5);
    await open([...section("a", [1], 0), ...section(null, [0], 10)]);
    expect((await run("sections")).map((r) => r.section)).toEqual(["a", null]);
    expect((await run("accuracy"))[0]).toMatchObject({ section_macro: 1, section_micro: 0.5 });
    await open(section(null, [1, 0], 0));
    expect(await run("sections")).toEqual([]);
    expect((await run("accuracy"))[0]).toMatchObject({ section_macro: null, section_micro: null });
  });

  const asked = (n_options: number, right: 0 | 1, more: Given = {}) =>
    ["q1", "q2"].map((item_id) => item(item_id, right, { n_options, ...more }));

  it("have no mean of several conditions of one run, and that of one where it is chosen", async () => {
    await open([
      ...asked(5, 1, { condition: "five-original" }),
      ...asked(10, 0, { condition: "ten-permuted" }),
    ]);
    expect(await run("sections")).toMatchObject([{ section: "law", n: 4, accuracy: null }]);
    expect((await run("accuracy"))[0]).toMatchObject({
      kind: "fixed",
      section_macro: null,
      section_micro: null,
      mixes: {
        environments: [null],
        paddings: ["none"],
        modes: [null],
        conditions: ["five-original", "ten-permuted"],
        n_options: [5, 10],
      },
    });
    const five = [{ field: "condition" as const, values: ["five-original"] }];
    expect(await run("sections", five)).toMatchObject([{ n: 2, accuracy: 1 }]);
    expect((await run("accuracy", five))[0]).toMatchObject({ section_macro: 1, mixes: null });
  });

  it("have none of several modes, nor of several N of an item; items may differ in N", async () => {
    const nullMeans = { section_macro: null, section_micro: null };
    await open([...asked(5, 1, { mode: "direct" }), ...asked(5, 0, { mode: "thinking" })]);
    expect((await run("accuracy"))[0]).toMatchObject(nullMeans);
    await open([...asked(5, 1, { environment: "easy" }), ...asked(10, 0, { environment: "full" })]);
    expect((await run("accuracy"))[0]).toMatchObject({ kind: "fixed", ...nullMeans });
    await open([...asked(5, 1), item("q3", 0, { n_options: 10 })]);
    // Two of three right, whatever their N.
    expect((await run("accuracy"))[0]?.section_micro).toBeCloseTo(2 / 3, 12);
  });
});
