import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts } from "@/lib/records/testing";
import { comparePaired } from "@/tests/helpers/compare-paired";
import { workspaceOf } from "@/tests/helpers/stage";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { report } from "./report";
import { SECTION_ROWS, type SectionName } from "./rows";

const engines: Record<string, () => Promise<Engine>> = {
  native: () => openNodeEngine(),
  "the browser's": () => openWasmEngine(),
};
const SECTIONS: readonly SectionName[] = [
  "accuracy",
  "sections",
  "presentation",
  "paired",
  "modes",
  "scorers",
  "audit",
  "warnings",
];

describe.each(Object.keys(engines))("with %s DuckDB", (kind) => {
  it("the report of a paired bundle has every value that the oracle has", async () => {
    const engine = await engines[kind]!();
    const bundle = readFileSync("tests/fixtures/paired.json");
    const { runs, warnings, rejectCount } = await importTexts(engine, { "paired.json": bundle });
    expect(rejectCount).toBe(0);
    const workspace = await workspaceOf(
      engine,
      runs.map((run) => run.manifest),
      warnings,
    );
    const got = await report(
      workspace,
      { filters: [{ field: "scorer", values: ["given", "legacy-1"] }] },
      SECTIONS,
    );
    await engine.close();
    for (const section of SECTIONS)
      for (const row of got[section] ?? []) SECTION_ROWS[section].parse(row);
    const oracle: unknown = JSON.parse(readFileSync("tests/fixtures/paired.expected.json", "utf8"));
    const { compared, wrong } = comparePaired(got, oracle);
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(110);
    expect(got.warnings?.map((w) => w.code)).toEqual(["paired_by_id"]);
  });
});
