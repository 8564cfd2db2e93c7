import type { ColumnBatch, Engine } from "@/lib/engine/engine";
import { literal, text } from "@/lib/engine/sql";
import { RESPONSE_COLUMNS } from "@/lib/records/response";
import { generateCell, type SimulatedRows } from "./generate";
import { cellsOf, itemIdsOf, type SimulatedModel, type SimulationSpec } from "./spec";

/** Numbers alone are appended row by row; all that is constant in a cell is joined by SQL. */
const NARROW = "stage.simulated";
const CELLS = "stage.simulated_cells";
const ITEMS = "stage.simulated_items";

function batchOf(rows: SimulatedRows, cell: number): readonly ColumnBatch[] {
  const columns = { ...rows, cell: new Int32Array(rows.item.length).fill(cell) };
  return Object.entries(columns).map(([name, values]): ColumnBatch => ({
    name,
    sql: "INTEGER",
    values,
  }));
}

function valuesOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
}

function prepareSql(spec: SimulationSpec): string {
  const cells = cellsOf(spec).map((c, i) => [i, c.environment, c.nOptions, c.padding]);
  return `
    CREATE OR REPLACE TABLE ${NARROW} (cell INTEGER, item INTEGER, trial INTEGER, gold INTEGER, response INTEGER);
    CREATE OR REPLACE TABLE ${CELLS} AS
      SELECT * FROM (VALUES ${valuesOf(cells)}) AS cells(cell, environment, n_options, padding);
    CREATE OR REPLACE TABLE ${ITEMS} AS
      SELECT * FROM (VALUES ${valuesOf(itemIdsOf(spec.items).map((id, t) => [t, id]))}) AS items(item, item_id)`;
}

/** What every row of a run says alike. */
export interface SimulatedRun {
  readonly run_id: string;
  readonly model: string;
  readonly benchmark: string;
  readonly scorer: string;
}

function insertSql(run: SimulatedRun): string {
  const given: Partial<Record<string, string>> = {
    run_id: text(run.run_id),
    model: text(run.model),
    benchmark: text(run.benchmark),
    scorer: text(run.scorer),
    environment: "environment",
    n_options: "n_options",
    padding: "padding",
    item_id: "item_id",
    trial: "trial",
    gold_pos: "gold",
    resp_pos: "nullif(response, 0)",
    outcome: "CASE WHEN response = 0 THEN 'unparsed' ELSE 'answered' END",
    attempts: "1",
  };
  const columns = RESPONSE_COLUMNS.map(({ name }) => `${given[name] ?? "NULL"} AS "${name}"`);
  return `INSERT INTO stage.responses BY NAME
    SELECT ${columns.join(", ")} FROM ${NARROW} JOIN ${CELLS} USING (cell) JOIN ${ITEMS} USING (item)`;
}

/**
 * Generates one model's responses into the existing table stage.responses.
 * @returns the number of rows.
 */
export async function stageModel(
  engine: Engine,
  spec: SimulationSpec,
  model: SimulatedModel,
  run: SimulatedRun,
): Promise<number> {
  let total = 0;
  await engine.exec(prepareSql(spec));
  for (const [index, cell] of cellsOf(spec).entries()) {
    const rows = generateCell(spec, model, cell);
    await engine.append(NARROW, batchOf(rows, index));
    total += rows.item.length;
  }
  await engine.exec(`${insertSql(run)};
    DROP TABLE ${NARROW}; DROP TABLE ${CELLS}; DROP TABLE ${ITEMS}`);
  return total;
}
