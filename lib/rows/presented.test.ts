import { describe, expect, it } from "vitest";
import type { RawReply } from "@/lib/snapshot/api";
import { keyOf } from "./key";
import { presentOptions, whyNoText } from "./presented";
import { exampleRow } from "./testing";

const row = exampleRow({});
const option = (text: string, origin: "original" | "borrowed" = "original") => ({
  text,
  origin,
  donor_item: null,
  donor_option: null,
});

const raw = (change: Partial<RawReply>): RawReply => ({
  key: keyOf(row),
  text: null,
  reasoning: null,
  request: null,
  response_body: null,
  label_logprobs: null,
  item: {
    stem: "?",
    target: null,
    target_base: null,
    options: [option("x"), option("y", "borrowed"), option("z")],
    key: 2,
  },
  ...change,
});

describe("presentOptions", () => {
  it("marks gold and chosen where the item's order is the one shown", () => {
    const shown = presentOptions(row, raw({}), "letters");
    expect(shown?.order).toBe("shown");
    expect(shown?.options).toEqual([
      { label: "A", text: "x", origin: "original", gold: false, chosen: true },
      { label: "B", text: "y", origin: "borrowed", gold: false, chosen: false },
      { label: "C", text: "z", origin: "original", gold: true, chosen: false },
    ]);
  });

  it("takes the order shown from the request", () => {
    const request = JSON.stringify({ options: ["y", "x", "z"] });
    const shown = presentOptions(row, raw({ request }), "integers");
    expect(shown?.options.map((o) => [o.label, o.text, o.origin])).toEqual([
      ["1", "y", "borrowed"],
      ["2", "x", "original"],
      ["3", "z", "original"],
    ]);
  });

  it("reads the order shown out of the prompt of a measured run", () => {
    const content = "Soru: ?\n\nA. z\nB. x\nC. y\n\nCevap:";
    const asked = { ...row, gold_pos: 1, resp_pos: 3, permutation: 2 };
    for (const body of [
      { model: "m", messages: [{ role: "user", content }] },
      { contents: [{ role: "user", parts: [{ text: content }] }] },
    ]) {
      const shown = presentOptions(asked, raw({ request: JSON.stringify(body) }), "letters");
      expect(shown?.order).toBe("shown");
      expect(shown?.options).toEqual([
        { label: "A", text: "z", origin: "original", gold: true, chosen: false },
        { label: "B", text: "x", origin: "original", gold: false, chosen: false },
        { label: "C", text: "y", origin: "borrowed", gold: false, chosen: true },
      ]);
      // Where the prompt and the row say different things of the gold, neither is believed.
      const other = { ...asked, gold_pos: 2 };
      expect(presentOptions(other, raw({ request: JSON.stringify(body) }), "letters")?.order).toBe(
        "item",
      );
    }
  });

  it("tells an option from one that begins like it", () => {
    const item = { ...raw({}).item!, options: [option("x"), option("x\ny"), option("z")] };
    const request = JSON.stringify({ messages: [{ content: "?\nA. z\nB. x\ny\nC. x\n!" }] });
    const asked = { ...row, gold_pos: 1 };
    const shown = presentOptions(asked, raw({ request, item }), "letters");
    expect(shown?.options.map(({ text }) => text)).toEqual(["z", "x\ny", "x"]);
  });

  it("does not take a permuted presentation for the stored one because the gold stands there", () => {
    const shown = presentOptions({ ...row, permutation: 1 }, raw({}), "letters");
    expect(shown?.order).toBe("item");
    expect(shown?.options.some((o) => o.chosen)).toBe(false);
  });

  it("marks nothing as chosen where the order shown is not known", () => {
    for (const other of [{ gold_pos: 1 }, { n_options: 5 }]) {
      const shown = presentOptions({ ...row, ...other }, raw({ request: "{" }), "letters");
      expect(shown?.order).toBe("item");
      expect(shown?.options.map((o) => o.gold)).toEqual([false, false, true]);
      expect(shown?.options.some((o) => o.chosen)).toBe(false);
    }
  });

  it("has no options where the run kept none", () => {
    expect(presentOptions(row, null, "letters")).toBeNull();
    expect(presentOptions(row, raw({ item: null }), "letters")).toBeNull();
  });
});

describe("whyNoText", () => {
  it("is silent where there is a text, an empty one too", () => {
    expect(whyNoText(row, raw({ text: "" }))).toBeNull();
  });

  it("says why there is none", () => {
    expect(whyNoText(row, null)).toBe("The run kept no raw text for this question.");
    expect(whyNoText({ ...row, provenance: "simulated" }, null)).toContain("simulated");
    expect(whyNoText({ ...row, scorer: "given" }, raw({}))).toContain("positions");
    expect(whyNoText({ ...row, outcome: "error" }, null)).toContain("host failed");
  });
});
