import { describe, expect, it } from "vitest";
import { textSha256 } from "@/lib/records/hashes";
import type { OptionSource } from "@/lib/records/item-set";
import { build, FOUR, readRows } from "./augment/testing";
import { provenanceOf } from "./provenance";
import { faultLine } from "./set-files";
import { smallQuestions } from "./testing";
import { contentFaults } from "./verify";
import { sourceFaults } from "./verify-source";

const { manifest } = smallQuestions();
const steps = [{ what: "chosen", counts: { stems_in_another_split: 2 } }];

function row(item_id: string, donor_item: string, split: string | null): OptionSource {
  return {
    item_id,
    option: 0,
    donor_item,
    donor_split: split,
    donor_row: 1,
    donor_option: 0,
    donor_section: "s",
    text_sha256: textSha256(""),
  };
}

const [base] = smallQuestions().items;
const item = (item_id: string, stem: string) => ({ ...base!, item_id, stem });

describe("provenance of an augmented set", () => {
  // By hand: items 1 (train), 2 (test), 3 (train). Donor x lends to 1 and 2, y twice to 3, 2 to 1.
  const items = [item("1", "Soru bir?"), item("2", "SORU  BİR?"), item("3", "Soru üç?")];
  const own = [row("1", "1", "train"), row("2", "2", "test"), row("3", "3", "train")];
  const borrowed = [
    row("1", "x", "train"),
    row("1", "2", "test"),
    row("2", "x", "train"),
    row("3", "y", "dev"),
    row("3", "y", "dev"),
  ];

  it("counts shared donors, additions from the set and across parts, and repeated stems", () => {
    expect(
      provenanceOf({ manifest: { ...manifest, steps }, items, provenance: [...own, ...borrowed] }),
    ).toEqual({
      items: 3,
      additions: 5,
      // x, 2 and y.
      donors: 3,
      lending: [
        { items: 1, donors: 2 },
        { items: 2, donors: 1 },
      ],
      // x alone lends to several: y lends twice to one.
      sharedDonors: 1,
      itemsSharingDonors: 2,
      fromSelected: 1,
      itemsWithSelected: 1,
      // 1 from 2 (train, test), 2 from x (test, train), and both of 3 (train, dev).
      crossSplit: 4,
      repeatedStems: 2,
      stemsInAnotherSplit: 2,
    });
  });

  it("says null where it is not known", () => {
    const unknown = [...own, row("1", "x", null)];
    expect(provenanceOf({ manifest, items, provenance: unknown })).toMatchObject({
      crossSplit: null,
      stemsInAnotherSplit: null,
    });
    expect(provenanceOf({ manifest, items })).toBeNull();
  });
});

describe("a set that was changed", () => {
  const changed = async (change: (rows: OptionSource[]) => OptionSource[]) => {
    const { parts } = await build(FOUR);
    return { ...parts, provenance: change([...(parts.provenance ?? [])]) };
  };
  const faults = async (change: (rows: OptionSource[]) => OptionSource[]) =>
    contentFaults(await changed(change)).map(faultLine);
  const place = "provenance.parquet, item a, option 5";
  const edited = (over: Partial<OptionSource>) => (rows: OptionSource[]) =>
    rows.map((one, i) => (i === 5 ? { ...one, ...over } : one));

  it("is told: texts, donors, sections and rows", async () => {
    expect(await faults(edited({ text_sha256: textSha256("else") }))).toEqual([
      `${place}: text_sha256 is not that of the option's text, ${textSha256("b bir")}`,
    ]);
    expect(await faults(edited({ donor_option: 2 }))).toEqual([
      `${place}: donor is option 2 of b; the item names option 0 of b`,
      `${place}: text is not that of option 2 of item b`,
      `${place}: donor_option is the key of item b, no distractor`,
    ]);
    expect(await faults(edited({ donor_section: "Fizik" }))).toEqual([
      `${place}: donor_section is Fizik; the item's is Tarih`,
    ]);
    expect(await faults((rows) => rows.filter((_, i) => i !== 5))).toEqual([
      "provenance.parquet, item a: option 5 has 0 rows: each has one",
    ]);
  });

  it("is told by the file it was made from", async () => {
    const bank = await readRows(FOUR);
    const lines = async (over: Partial<OptionSource>) =>
      [...sourceFaults(await changed(edited(over)), bank)].map(faultLine);
    expect(await lines({ donor_row: 3 })).toEqual([
      `${place}: donor_row 3 holds question c, not b`,
    ]);
    expect(await lines({ donor_split: "train" })).toEqual([
      `${place}: donor_split is train; the line has test`,
    ]);
    const other = await readRows([...FOUR].reverse());
    const [first] = [...sourceFaults((await build(FOUR)).parts, other)].map(faultLine);
    expect(first).toMatch(/^set\.json: sources name no file with the SHA-256 of bank\.jsonl/);
  });
});
