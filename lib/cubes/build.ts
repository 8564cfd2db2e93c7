import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import type { Manifest } from "@/lib/records/manifest";
import {
  CONTIGUOUS,
  facetSql,
  itemAggregateSql,
  itemPositionSql,
  positionSql,
  trialSql,
} from "./aggregates";
import { buildMoments } from "./moments";
import { createSchema, createTables, insertInto, qualified, type Place } from "./place";
import { CUBE_TABLES, ROW_TABLES } from "./schema";
import { apartWarning, buildRuns, findApart } from "./runs";
import { buildAudit } from "./audit";
import { buildItemOptions, type LentItem } from "./item-options";
import { buildItemSets, type ItemSetFacts } from "./item-sets";
import { buildShown } from "./shown";
import type { SourceWarning } from "./warnings";

export interface BuildOptions {
  /** Where the tables of `CUBE_TABLES` go. */
  readonly cubes: Place;
  /** Where the tables of `ROW_TABLES` go; beside the cubes when left out. */
  readonly rows?: Place;
  /** First number of every *_ix, so that sources that are open together never share one. */
  readonly firstIx: number;
  /** Earlier runs come first: a later run that repeats an earlier one's rows is set apart. */
  readonly manifests: readonly Manifest[];
  /** What import had to say; kept with the source. */
  readonly warnings?: readonly SourceWarning[];
  /** The item sets of the runs that say where their options come from. */
  readonly itemSets?: readonly ItemSetFacts[];
  /** Items that other sources were asked and staged reviewer records name. */
  readonly lent?: readonly LentItem[];
}

const STAGED = "stage.responses";

/**
 * Turns staged rows (`stage.responses`) and the manifests of their runs into the tables of one
 * source.
 * @returns what had to be said of reviewer records; it is kept with the source, too
 * @throws Error when a row names a run without a manifest; EngineError when a statement fails.
 */
export async function buildSource(
  engine: Engine,
  options: BuildOptions,
): Promise<readonly SourceWarning[]> {
  const { cubes, firstIx, manifests } = options;
  const rows = options.rows ?? cubes;
  await createSchema(engine, cubes);
  await createSchema(engine, rows);
  await createTables(engine, cubes, CUBE_TABLES);
  await createTables(engine, rows, ROW_TABLES);
  await buildDimensions(engine, cubes, firstIx, manifests);
  await buildResponses(engine, cubes, rows);
  await buildCubes(engine, cubes, rows);
  await buildShown(engine, cubes, rows);
  await buildItemSets(engine, cubes, options.itemSets ?? []);
  await buildItemOptions(engine, cubes);
  const audit = await buildAudit(engine, cubes, options.lent ?? []);
  const apart = await findApart(engine, cubes, rows, firstIx, manifests);
  await buildRuns(engine, cubes, firstIx, manifests, apart);
  await buildMoments(engine, cubes, rows);
  await buildWarnings(engine, cubes, [
    ...(options.warnings ?? []),
    ...audit,
    ...apart.map(apartWarning),
  ]);
  await engine.exec("DROP TABLE build_items; DROP TABLE build_runs");
  return audit;
}

async function buildDimensions(
  engine: Engine,
  cubes: Place,
  firstIx: number,
  manifests: readonly Manifest[],
): Promise<void> {
  await engine.exec("CREATE OR REPLACE TEMP TABLE build_runs (run_ix INTEGER, run_id VARCHAR)");
  if (manifests.length > 0) {
    const values = manifests.map((m, i) => `(${firstIx + i}, ${text(m.run_id)})`);
    await engine.exec(`INSERT INTO build_runs VALUES ${values.join(", ")}`);
  }
  const cells = `SELECT DISTINCT run_id, environment, padding, mode, condition, n_options
    FROM ${STAGED}`;
  const [orphan] = await queryRows(
    engine,
    z.strictObject({ run_id: z.string() }),
    `SELECT run_id FROM (${cells}) AS cells
    WHERE run_id NOT IN (SELECT run_id FROM build_runs) LIMIT 1`,
  );
  if (orphan) throw new Error(`rows of run ${orphan.run_id} have no manifest`);
  await engine.exec(
    insertInto(
      cubes,
      "cells",
      CUBE_TABLES.cells,
      `SELECT (${firstIx} - 1 + row_number() OVER (ORDER BY run_ix, environment, padding, mode,
          condition, n_options))::INTEGER AS cell_ix, *
        FROM (${cells}) AS cells JOIN build_runs USING (run_id)`,
    ),
  );
  await engine.exec(
    insertInto(
      cubes,
      "items",
      CUBE_TABLES.items,
      `SELECT (${firstIx} - 1 + row_number() OVER (ORDER BY i.benchmark, i.item_id, i.section,
          i.stem_negative, i.item_hash))::INTEGER AS item_ix, i.*, said.stem_evidence
        FROM (SELECT DISTINCT benchmark, item_id, section, stem_negative, item_hash
          FROM ${STAGED}) AS i
        LEFT JOIN (SELECT benchmark, item_id, stem_negative, item_hash,
            min(stem_evidence) AS stem_evidence
          FROM stage.items GROUP BY ALL) AS said
        ON said.benchmark = i.benchmark AND said.item_id = i.item_id
          AND said.stem_negative IS NOT DISTINCT FROM i.stem_negative
          AND said.item_hash IS NOT DISTINCT FROM i.item_hash`,
    ),
  );
}

/** Rows by numbers instead of texts, sorted so that one cell and item lie together. */
async function buildResponses(engine: Engine, cubes: Place, rows: Place): Promise<void> {
  const same = (a: string, columns: readonly string[]) =>
    columns.map((c) => `s.${c} IS NOT DISTINCT FROM ${a}.${c}`).join(" AND ");
  await engine.exec(
    insertInto(
      rows,
      "responses",
      ROW_TABLES.responses,
      `SELECT c.cell_ix, i.item_ix, s.*
        FROM ${STAGED} AS s
        JOIN build_runs AS r ON r.run_id = s.run_id
        JOIN ${qualified(cubes, "cells")} AS c ON c.run_ix = r.run_ix
          AND c.n_options = s.n_options AND c.padding = s.padding
          AND ${same("c", ["environment", "mode", "condition"])}
        JOIN ${qualified(cubes, "items")} AS i ON i.item_id = s.item_id
          AND i.benchmark = s.benchmark
          AND ${same("i", ["section", "stem_negative", "item_hash"])}
        ORDER BY c.cell_ix, i.item_ix, s.trial, s.permutation`,
    ),
  );
}

async function buildCubes(engine: Engine, cubes: Place, rows: Place): Promise<void> {
  await engine.exec(`CREATE OR REPLACE TEMP TABLE build_items AS ${itemAggregateSql(rows)}`);
  const fill = (
    place: Place,
    table: string,
    columns: Parameters<typeof insertInto>[2],
    sql: string,
  ) => engine.exec(insertInto(place, table, columns, sql));
  await fill(
    cubes,
    "item_cube",
    CUBE_TABLES.item_cube,
    `SELECT *, ${CONTIGUOUS} AS trials_contiguous FROM build_items ORDER BY cell_ix, item_ix`,
  );
  await fill(cubes, "item_position_cube", CUBE_TABLES.item_position_cube, itemPositionSql(rows));
  await fill(cubes, "position_cube", CUBE_TABLES.position_cube, positionSql(cubes));
  await fill(rows, "trial_cube", ROW_TABLES.trial_cube, trialSql(rows));
  await fill(cubes, "facet_cube", CUBE_TABLES.facet_cube, facetSql(cubes));
}

async function buildWarnings(
  engine: Engine,
  cubes: Place,
  warnings: readonly SourceWarning[],
): Promise<void> {
  if (warnings.length === 0) return;
  const values = warnings.map(
    (w) => `(${[w.code, w.message, JSON.stringify(w.runs)].map(text).join(", ")})`,
  );
  await engine.exec(
    insertInto(
      cubes,
      "warnings",
      CUBE_TABLES.warnings,
      `SELECT * FROM (VALUES ${values.join(", ")}) AS given (code, message, runs)`,
    ),
  );
}
