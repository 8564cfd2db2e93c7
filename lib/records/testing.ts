import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { importSources, type ImportOptions, type ImportResult } from "./import";
import { UNKNOWN } from "./importers/draft";
import { bytesSource } from "./importers/source";
import { responseFields, type Response } from "./response";

/** A right answer that every rule of a row accepts. */
export const RIGHT_ANSWER: Response = {
  ...UNKNOWN,
  run_id: "r",
  model: "m",
  benchmark: "b",
  item_id: "i",
  n_options: 4,
  trial: 1,
  gold_pos: 2,
  resp_pos: 2,
  outcome: "answered",
  scorer: "given",
};

/** Imports files given as text or bytes by name, for tests. */
export function importTexts(
  engine: Engine,
  files: Readonly<Record<string, string | Uint8Array>>,
  options?: ImportOptions,
): Promise<ImportResult> {
  const encoder = new TextEncoder();
  const sources = Object.entries(files).map(([name, content]) =>
    bytesSource(name, typeof content === "string" ? encoder.encode(content) : content),
  );
  return importSources(engine, sources, options);
}

/** All staged rows, in the order of their keys. */
export function stagedRows(engine: Engine): Promise<Response[]> {
  return queryRows(
    engine,
    responseFields,
    `SELECT * FROM stage.responses ORDER BY run_id, item_id, environment, n_options, padding, mode,
      condition, permutation, trial`,
  );
}
