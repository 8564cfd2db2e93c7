import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFINITIONS } from "@/lib/metrics/definitions";
import { metricsPage } from "./metrics-docs";

describe("docs/metrics.md", () => {
  const page = readFileSync("docs/metrics.md", "utf8");
  it("has the definitions that the product shows (npx tsx scripts/metrics-docs.ts)", () => {
    expect(page).toBe(metricsPage(page));
  });
  it("has every definition of the registry", () => {
    for (const { label, name } of Object.values(DEFINITIONS))
      expect(page).toContain(`### ${label}: ${name}\n`);
  });
});
