import { expect, it } from "vitest";
import type { JobRecord } from "@/lib/jobs/runner/record";
import { answerOf } from "./results";

it("tells the condition and the permutation of an answer", () => {
  const response = { item_id: "q1", condition: "ten-permuted", permutation: 3, trial: 1 };
  const record = { response, raw: { text: "B" }, failure: null } as unknown as JobRecord;
  expect(answerOf(record)).toMatchObject({ condition: "ten-permuted", permutation: 3, text: "B" });
});
