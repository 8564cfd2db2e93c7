import { describe, expect, it } from "vitest";
import { textSha256 } from "@/lib/records/hashes";
import { jobSpecSchema } from "@/lib/protocol/job-spec";
import { presenterOf } from "@/lib/protocol/present";
import { contentFaults } from "../verify";
import { sourceFaults } from "../verify-source";
import { FIRST_CANDIDATES, type Selector } from "./build";
import { bankRow, build, FOUR, readRows } from "./testing";

describe("a set with borrowed options", () => {
  it("shows five originals and five distractors of the most alike others, one donor after the other", async () => {
    const { parts, rejects } = await build(FOUR);
    expect(rejects).toEqual([]);
    const [a] = parts.items;
    expect(a).toMatchObject({ item_id: "a", key: 2, section: "Tarih", stem_negative: false });
    expect(a?.options.slice(0, 5).map(({ text }) => text)).toEqual(FOUR[0]?.options);
    // b is most like a. Its key, the third option, is never borrowed: with three donors the first
    // round gives three options and the second two.
    expect(a?.options[5]).toEqual({
      text: "b bir",
      origin: "borrowed",
      donor_item: "b",
      donor_option: 0,
    });
    const borrowed = a?.options
      .slice(5)
      .map(({ donor_item, donor_option }) => [donor_item, donor_option]);
    expect(borrowed?.map(([, option]) => option)).toEqual([0, 0, 0, 1, 1]);
    expect(new Set(borrowed?.slice(0, 3).map(([donor]) => donor))).toEqual(
      new Set(["b", "c", "d"]),
    );
  });

  it("is sound, and every option stands in the file where the set says", async () => {
    const { parts } = await build(FOUR);
    expect(contentFaults(parts)).toEqual([]);
    expect([...sourceFaults(parts, await readRows(FOUR))]).toEqual([]);
    expect(parts.provenance).toHaveLength(4 * 10);
    expect(parts.provenance?.[5]).toEqual({
      item_id: "a",
      option: 5,
      donor_item: "b",
      donor_split: "test",
      donor_row: 2,
      donor_option: 0,
      donor_section: "Tarih",
      text_sha256: textSha256("b bir"),
    });
  });

  it("keeps the orders of the four conditions, and a job of its seed draws the same", async () => {
    const { parts } = await build(FOUR);
    const shown = Map.groupBy(parts.presentations, ({ condition, permutation }) =>
      JSON.stringify([condition, permutation]),
    );
    expect([...shown].map(([name, own]) => [name, own.length])).toEqual([
      ['["five-original",null]', 4],
      ['["ten-appended",null]', 4],
      ['["ten-interleaved",1]', 4],
      ['["ten-interleaved",2]', 4],
      ['["ten-permuted",1]', 4],
      ['["ten-permuted",2]', 4],
    ]);
    const hash = "0123456789abcdef";
    const spec = jobSpecSchema.parse({
      version: 1,
      name: "t",
      item_set: hash,
      trials: 1,
      conditions: ["ten-permuted"],
      permutations: 2,
      seed: "42",
      prompt: "question-tr",
      label_style: "letters",
      scorer: "strict-2",
      decoding: { max_tokens: 8 },
      models: [{ host: "h", model: "m" }],
    });
    const key = {
      item_id: "c",
      environment: null,
      n_options: 10,
      padding: "none",
      mode: "direct",
      condition: "ten-permuted",
      permutation: 2,
      trial: 1,
    };
    const kept = presenterOf(spec, { hash, ...parts })(key);
    const drawn = presenterOf(spec, { hash, ...parts, presentations: [] })(key);
    expect(kept).toEqual(drawn);
    expect(kept.options[kept.goldPos - 1]).toEqual({ text: "c üç", origin: "original" });
  });

  it("comes out the same from the same file, and differs by its seed in orders alone", async () => {
    const [one, again, other] = await Promise.all([
      build(FOUR),
      build(FOUR),
      build(FOUR, { seed: "43" }),
    ]);
    expect(again).toEqual(one);
    expect(other.parts.items).toEqual(one.parts.items);
    expect(other.parts.presentations).not.toEqual(one.parts.presentations);
  });

  it("counts what it left out and why", async () => {
    const rows = [
      ...FOUR,
      bankRow("e", "Gözden geçirilmiş soru?", { review: [{ kind: "malformed" }] }),
      bankRow("f", "Dört seçenekli?", { options: ["1", "2", "3", "4"] }),
      bankRow("g", "Tekrarlı?", { options: ["Ş", "ş ", "c", "d", "e"] }),
      bankRow("h", "Bağlı?", { options: ["x", "y", "z", "t", "Hepsi"] }),
      bankRow("i", "Aşağıdaki haritada numaralı yer neresidir?"),
      bankRow("j", "Aynı soru?", { options: ["p", "r", "s", "t", "u"] }),
      bankRow("k", "AYNI  SORU?", { options: ["p", "r", "S", "t", "u"] }),
      bankRow("l", "Çelişen soru?", { options: ["p", "r", "s", "t", "u"] }),
      bankRow("m", "Çelişen soru?", { options: ["p", "r", "v", "t", "u"] }),
      { ...bankRow("n", "Anahtar?"), answer_index: 5 },
      { ...bankRow("o", "Anahtar?"), key: 1 },
    ];
    const { parts, rejects } = await build(rows);
    const [read, filter, , borrowed] = parts.manifest.steps;
    expect(rejects.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [14, "answer_index", "the key is beyond the 5 options (the first is 0)"],
      [15, "key", "key and answer_index disagree: 1, 2"],
    ]);
    expect(read?.counts).toEqual({ lines: 15, rejected: 2, questions: 13 });
    expect(filter?.counts).toEqual({
      reviewed: 1,
      option_count: 1,
      repeated_options: 1,
      dependent_options: 1,
      missing_figure: 1,
      repeated_stem: 1,
      conflicting_keys: 2,
      usable: 5,
    });
    expect(borrowed?.counts).toMatchObject({ items: 5, borrowed: 25, too_few_candidates: 0 });
    expect(parts.items.map((item) => item.item_id)).toEqual(["a", "b", "c", "d", "j"]);
  });

  it("asks as evenly from all sections as they have questions, and leaves small ones out", async () => {
    const rows = ["x", "y", "z"].flatMap((section, i) =>
      Array.from({ length: [6, 3, 2][i] ?? 0 }, (_, n) =>
        bankRow(`${section}${n}`, `${section} sorusu ${n}?`, { section }),
      ),
    );
    const { parts } = await build(rows, { wanted: 7, leastPerSection: 3 });
    expect(parts.manifest.steps[2]?.counts).toMatchObject({
      "section x": 4,
      "section y": 3,
      chosen: 7,
    });
    // Donors are all usable questions of the section, asked or not.
    expect(parts.items.every((item) => item.options.length === 10)).toBe(true);
  });

  it("leaves a question out where too little can be borrowed, or the selector says something else", async () => {
    const alone = [...FOUR, bankRow("z", "Tek soru?", { section: "Fizik" })];
    expect((await build(alone)).parts.manifest.steps[3]?.counts).toMatchObject({
      too_few_candidates: 1,
      items: 4,
    });
    let asked = 0;
    const selector: Selector = {
      ...FIRST_CANDIDATES,
      choose: () => Promise.resolve((asked += 1) === 1 ? [0, 1, 2, 3, 3] : [4, 3, 2, 1, 0]),
    };
    const { parts } = await build(FOUR, { selector });
    expect(parts.manifest.steps[3]?.counts).toMatchObject({ malformed_choice: 1, items: 3 });
    await expect(
      build(FOUR, { selector: { ...selector, choose: () => Promise.resolve(null) } }),
    ).rejects.toThrow("3 answers in a row named no 5 candidates, the last for question c");
  });
});
