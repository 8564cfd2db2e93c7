import { expect, it } from "vitest";
import { firstReason, sentenceOf } from "./drop-sentences";
import type { DropSummary } from "./types";

const drop: DropSummary = {
  id: "drop1",
  schema: "drop1",
  files: ["a.csv"],
  bytes: 9,
  runs: [],
  reviews: 0,
  kept: 0,
  missing: 0,
  rejected: 0,
  rejects: [],
  warnings: [],
  cached: null,
};
const reject = { file: "a.csv", line: 1200, column: "resp_pos", value: "x", reason: "no number" };

it("says what was kept, and what of it is missing", () => {
  const runs = [{ id: "r", name: "r", kept: 20, missing: 4 }];
  expect(sentenceOf({ ...drop, runs, kept: 20, rejected: 4, missing: 4 })).toBe(
    "a.csv: 20 rows kept in 1 run, 4 rejected; 4 planned responses without a kept row " +
      "(a rejected row is among them where its item and trial could be read)",
  );
  expect(sentenceOf({ ...drop, runs, kept: 20 })).toBe("a.csv: 20 rows kept in 1 run");
});

it("says of reviewer records that came alone that they count, and of what fits nothing", () => {
  const apart = { code: "audit_apart", message: "2 reviewer records are about …", runs: [] };
  const own = { ...drop, reviews: 38, warnings: [apart] };
  expect(sentenceOf(own)).toBe(
    "a.csv: 38 reviewer records beside open runs that asked their items",
  );
  expect(firstReason(own)).toBe(apart.message);
  expect(sentenceOf({ ...drop, reviews: 1, rejected: 2 })).toBe(
    "a.csv: 1 reviewer record beside open runs that asked its item, 2 rejected",
  );
  const runs = [{ id: "r", name: "r", kept: 20, missing: 0 }];
  expect(sentenceOf({ ...drop, runs, kept: 20, reviews: 3 })).toBe(
    "a.csv: 20 rows kept in 1 run; 3 reviewer records beside open runs that asked their items",
  );
});

it("says why nothing was kept, by a reject or else by a warning", () => {
  expect(sentenceOf(drop)).toBe("Nothing of a.csv could be kept");
  expect(firstReason({ ...drop, rejects: [reject] })).toBe("line 1,200, resp_pos: no number");
  expect(firstReason({ ...drop, files: ["a.csv", "b.csv"], rejects: [reject] })).toBe(
    "a.csv, line 1,200, resp_pos: no number",
  );
  const warnings = [{ code: "contradiction", message: "two rows differ under one key", runs: [] }];
  expect(firstReason({ ...drop, warnings })).toBe("two rows differ under one key");
  const runs = [{ id: "r", name: "r", kept: 1, missing: 0 }];
  expect(firstReason({ ...drop, runs, warnings })).toBeNull();
});
