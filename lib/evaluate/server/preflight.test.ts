import { describe, expect, it } from "vitest";
import { refusalOf } from "./preflight";

const MODEL = { host: "here", model: "m" };
const COST = {
  longest: [
    { nOptions: 10, tokens: 400 },
    { nOptions: 50, tokens: 2000 },
    { nOptions: 100, tokens: 4000 },
  ],
};

describe("what cannot fit", () => {
  it("is refused with the largest N that can", () => {
    const refusal = refusalOf(MODEL, COST, 48, 2048, true);
    expect(refusal).toContain(
      "m on here: the longest prompt (N=100) takes 4,000 tokens and the answer up to 48",
    );
    expect(refusal).toContain("The largest N of this job that fits is 50");
    expect(refusalOf(MODEL, COST, 49, 2048, true)).toContain("that fits is 10");
  });

  it("says that the tokens are an estimate, and where no N fits", () => {
    const refusal = refusalOf(MODEL, COST, 16, 300, false);
    expect(refusal).toContain("takes about 4,000 tokens");
    expect(refusal).toContain("No N of this job fits");
  });

  it("refuses nothing that fits exactly, or where the context is not known", () => {
    expect(refusalOf(MODEL, COST, 48, 4048, true)).toBeNull();
    expect(refusalOf(MODEL, COST, 48, null, true)).toBeNull();
  });
});
