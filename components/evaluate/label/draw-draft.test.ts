import { expect, it } from "vitest";
import { readDraw, type DrawDraft } from "./draw-draft";

const DRAFT: DrawDraft = {
  ...{ set: "0123456789abcdef", condition: "", per_stratum: 2, seed: " 42 ", record_set: " R1 " },
};

it("asks for the only condition of a set, and for none where nothing is frozen", () => {
  expect(readDraw(DRAFT, ["ten-permuted"]).asked).toEqual({
    ...{ set: DRAFT.set, condition: "ten-permuted", per_stratum: 2, seed: "42", record_set: "R1" },
  });
  expect(readDraw(DRAFT, []).asked?.condition).toBeNull();
});

it("wants one of several conditions, of this set", () => {
  const several = ["five-original", "ten-permuted"];
  expect(readDraw(DRAFT, several)).toMatchObject({ asked: null });
  expect([...readDraw(DRAFT, several).problems.keys()]).toEqual(["condition"]);
  const stale = readDraw({ ...DRAFT, condition: "of another set" }, several);
  expect(stale.problems.get("condition")).toMatch(/choose the condition/);
  expect(readDraw({ ...DRAFT, condition: "five-original" }, several).asked?.condition).toBe(
    "five-original",
  );
});

it("says by the field what is wrong", () => {
  const { asked, problems } = readDraw(
    { ...DRAFT, set: "", per_stratum: null, seed: " ", record_set: "a b" },
    [],
  );
  expect(asked).toBeNull();
  expect([...problems.keys()].sort()).toEqual(["per_stratum", "record_set", "seed", "set"]);
  expect(problems.get("set")).toBe("choose a set");
  expect(problems.get("per_stratum")).toBe("must be a whole number from 1");
});
