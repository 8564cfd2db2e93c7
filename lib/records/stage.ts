import type { Engine } from "@/lib/engine/engine";
import { AUDIT_COLUMNS, CORRECTION_COLUMNS } from "./audit";
import { ddlOf, type Column } from "./columns";
import { ITEM_COLUMNS } from "./item";
import { RAW_COLUMNS } from "./raw";
import { RESPONSE_COLUMNS } from "./response";
import { SHOWN_COLUMNS } from "./shown";

/** Tables that importers and the run store fill, and that everything else reads: schema `stage`. */
export const STAGE_TABLES = {
  responses: RESPONSE_COLUMNS,
  raw: RAW_COLUMNS,
  items: ITEM_COLUMNS,
  presentations: SHOWN_COLUMNS,
  audit: AUDIT_COLUMNS,
  corrections: CORRECTION_COLUMNS,
} as const satisfies Record<string, readonly Column[]>;

/** Schemas that an import works in: one that is cut short leaves them behind. */
export const SCRATCH_SCHEMAS = ["stage", "incoming"] as const;

/**
 * Makes the empty tables of `STAGE_TABLES`.
 * @param keep leaves tables that are there as they are, so that more runs join them.
 */
export async function prepareStage(engine: Engine, keep = false): Promise<void> {
  const create = keep ? "CREATE TABLE IF NOT EXISTS" : "CREATE OR REPLACE TABLE";
  const tables = Object.entries(STAGE_TABLES).map(
    ([name, columns]) => `${create} stage.${name} (${ddlOf(columns)})`,
  );
  await engine.exec(["CREATE SCHEMA IF NOT EXISTS stage", ...tables].join(";\n"));
}

/** Quoted names of a table's columns, in order. */
export function namesOf(columns: readonly Column[], prefix = ""): string {
  return columns.map((c) => `${prefix}"${c.name}"`).join(", ");
}
