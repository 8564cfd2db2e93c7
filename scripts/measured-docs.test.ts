import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { measuredPage, PAGE } from "./measured-docs";

it("docs/measured-sample.md has what the shipped runs give (npx tsx scripts/measured-docs.ts)", async () => {
  const page = readFileSync(PAGE, "utf8");
  expect(page).toBe(await measuredPage(page));
});
