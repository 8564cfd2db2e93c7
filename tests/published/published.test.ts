import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agrees, exactly, within } from "./check";
import { P1_CHECKS } from "./p1-checks";
import { P2_CHECKS } from "./p2-checks";

const DOCS = readFileSync("docs/published-disagreements.md", "utf8");
/** Numbers that the page lists, with what they print. */
const LISTED = new Map(
  [...DOCS.matchAll(/^\| (P[12] [^|]+?) +\| (\S+) +\|/gm)].map(([, id = "", printed]) => [
    id,
    Number(printed),
  ]),
);

describe.each([
  ["P1", P1_CHECKS],
  ["P2", P2_CHECKS],
] as const)("numbers of %s that its other numbers make", (paper, checks) => {
  it("have a name each, and are as many as the page says", () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    expect(DOCS.replace(/\s+/g, " ")).toMatch(
      new RegExp(`\\(.{5,40}\\): ${checks.length} numbers`),
    );
    for (const { id, low, high } of checks) {
      expect(id.startsWith(`${paper} `)).toBe(true);
      expect(low, id).toBeLessThanOrEqual(high);
    }
  });

  it("disagree where the page lists them, and nowhere else", () => {
    const off = checks.filter((check) => !agrees(check));
    const listed = [...LISTED.keys()].filter((id) => id.startsWith(paper));
    expect(off.map(({ id }) => id).sort()).toEqual(listed.sort());
    for (const { id, printed } of off) expect(LISTED.get(id), id).toBeCloseTo(printed, 4);
  });
});

describe("agreement", () => {
  it("allows half a unit of the last printed digit, on either side", () => {
    expect(agrees(exactly("x", 0.455, 3, 0.4545))).toBe(true);
    expect(agrees(exactly("x", 0.455, 3, 0.454498))).toBe(false);
    expect(agrees(exactly("x", 12, 0, 12.5))).toBe(true);
    expect(agrees(exactly("x", 12, 0, 12.51))).toBe(false);
  });

  it("takes any value within the bounds of rounded numbers", () => {
    expect(agrees(within("x", 1.2, 1, [1.25, 1.4]))).toBe(true);
    expect(agrees(within("x", 1.2, 1, [1.4, 1.26]))).toBe(false);
    expect(agrees(within("x", 1.2, 1, [1.0, 1.14]))).toBe(false);
  });
});
