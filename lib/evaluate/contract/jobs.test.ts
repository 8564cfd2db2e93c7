import { expect, it } from "vitest";
import { eventIdSchema, jobIdSchema } from "./jobs";

it.each(["0", "-1", "1.5", "NaN", "Infinity", "2147483648", "1e99", "", "one"])(
  "%s names no job",
  (text) => expect(jobIdSchema.safeParse(text).success).toBe(false),
);

it("knows ids and events as far as the database counts", () => {
  expect(jobIdSchema.parse("2147483647")).toBe(2_147_483_647);
  expect(eventIdSchema.parse("0")).toBe(0);
  expect(eventIdSchema.safeParse("-1").success).toBe(false);
  expect(eventIdSchema.safeParse("2147483648").success).toBe(false);
});
