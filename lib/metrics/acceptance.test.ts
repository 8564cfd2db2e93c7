import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { compareReport, parseExpected } from "@/tests/helpers/compare-report";
import { stageCsv, workspaceOf } from "@/tests/helpers/stage";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { SECTION_NAMES } from "./registry";
import { report } from "./report";
import { SECTION_ROWS } from "./rows";

const engines: Record<string, (path: string) => Promise<Engine>> = {
  native: () => openNodeEngine(),
  "the browser's": (path) => openWasmEngine([path]),
};

describe.each(Object.keys(engines))("with %s DuckDB", (kind) => {
  it.each([
    ["massive", 40_000],
    ["edges", 14_000],
  ])("the report of %s.csv has every value that the oracle has", async (name, least) => {
    const path = `tests/fixtures/${name}.csv`;
    const engine = await engines[kind]!(path);
    const workspace = await workspaceOf(engine, await stageCsv(engine, path));
    const got = await report(workspace, { filters: [] }, SECTION_NAMES);
    await engine.close();
    for (const section of SECTION_NAMES)
      for (const row of got[section] ?? []) SECTION_ROWS[section].parse(row);
    const oracle: unknown = JSON.parse(
      readFileSync(`tests/fixtures/${name}.expected.json`, "utf8"),
    );
    const { compared, wrong } = compareReport(got, parseExpected(oracle));
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(least);
  });
});
