import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { EngineError, type ColumnBatch, type Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import { ddlOf, type Column } from "@/lib/records/columns";
import {
  OPTION_SOURCE_COLUMNS,
  optionSourceSchema,
  POOL_COLUMNS,
  poolSentenceSchema,
  PRESENTATION_COLUMNS,
  presentationSchema,
  SET_ITEM_COLUMNS,
  setItemSchema,
  type ItemSetParts,
} from "@/lib/records/item-set";
import { BrokenRunError, checkColumns } from "@/lib/records/store/check-files";
import { copy, itemsOut } from "@/lib/records/store/parquet-sql";
import { namesOf } from "@/lib/records/stage";
import { SET_FILES, type SetFault } from "./set-files";

/** One Parquet file of an item set. */
interface SetTable<Row> {
  readonly file: string;
  readonly columns: readonly Column[];
  /** Columns that hold lists: they travel as JSON text into the table that is written. */
  readonly lists: ReadonlySet<string>;
  /** The selection that is written. */
  readonly out: string;
  readonly schema: z.ZodType<Row>;
}

const ITEMS = {
  file: SET_FILES.items,
  columns: SET_ITEM_COLUMNS,
  lists: new Set(["options"]),
  out: itemsOut(SET_ITEM_COLUMNS),
  schema: setItemSchema,
};
const POOL = {
  file: SET_FILES.pool,
  columns: POOL_COLUMNS,
  lists: new Set<string>(),
  out: namesOf(POOL_COLUMNS),
  schema: poolSentenceSchema,
};
const PRESENTATIONS = {
  file: SET_FILES.presentations,
  columns: PRESENTATION_COLUMNS,
  lists: new Set(["order"]),
  out: `item_id, "condition", permutation, from_json("order", '["INTEGER"]') AS "order"`,
  schema: presentationSchema,
};
const PROVENANCE = {
  file: SET_FILES.provenance,
  columns: OPTION_SOURCE_COLUMNS,
  lists: new Set<string>(),
  out: namesOf(OPTION_SOURCE_COLUMNS),
  schema: optionSourceSchema,
};

function batchOf<Row extends object>(table: SetTable<Row>, rows: readonly Row[]): ColumnBatch[] {
  return table.columns.map(({ name, sql }) => ({
    name,
    sql,
    values: rows.map((row) => {
      const value: unknown = row[name as keyof Row];
      return table.lists.has(name) ? JSON.stringify(value) : (value as ColumnBatch["values"][0]);
    }),
  }));
}

async function writeTable<Row extends object>(
  engine: Engine,
  dir: string,
  table: SetTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  await engine.exec(`CREATE OR REPLACE TABLE writing (${ddlOf(table.columns)})`);
  await engine.append("main.writing", batchOf(table, rows));
  await engine.exec(copy(`SELECT ${table.out} FROM writing`, join(dir, table.file)));
  await engine.exec("DROP TABLE writing");
}

/** Writes the tables that a set of its kind has, rows in their order. */
export async function writeTables(engine: Engine, dir: string, parts: ItemSetParts): Promise<void> {
  await writeTable(engine, dir, ITEMS, parts.items);
  if (parts.manifest.kind === "error-identification")
    await writeTable(engine, dir, POOL, parts.pool);
  else await writeTable(engine, dir, PRESENTATIONS, parts.presentations);
  if (parts.provenance) await writeTable(engine, dir, PROVENANCE, parts.provenance);
}

interface ReadRows<Row> {
  readonly rows: readonly Row[];
  readonly faults: readonly SetFault[];
}

const fileFault = (file: string, why: string): SetFault => ({ what: "file", where: file, why });

async function readTable<Row>(
  engine: Engine,
  dir: string,
  table: SetTable<Row>,
): Promise<ReadRows<Row>> {
  const { file, columns, lists, schema } = table;
  const path = join(dir, file);
  const plain = columns.filter((c) => !lists.has(c.name));
  const selected = columns.map((c) =>
    lists.has(c.name) ? `"${c.name}"` : `"${c.name}"::${c.sql}`,
  );
  const names = columns.map((c, i) => `${selected[i] ?? ""} AS "${c.name}"`).join(", ");
  try {
    await checkColumns(engine, path, file, plain);
    const found = await engine.query(
      `SELECT ${names} FROM read_parquet(${text(path)}, file_row_number = true)
        ORDER BY file_row_number`,
    );
    const rows: Row[] = [];
    const faults: SetFault[] = [];
    for (const [i, row] of found.entries()) {
      const read = schema.safeParse(row);
      if (read.success) rows.push(read.data);
      else
        for (const issue of read.error.issues)
          faults.push({
            what: issue.path.join(".") || "row",
            where: `${file}, row ${i + 1}`,
            why: issue.message,
          });
    }
    return { rows, faults };
  } catch (error) {
    if (error instanceof BrokenRunError)
      return { rows: [], faults: [fileFault(file, error.message.replace(`${file}: `, ""))] };
    if (error instanceof EngineError)
      return { rows: [], faults: [fileFault(file, error.message.split("\n")[0] ?? "unreadable")] };
    throw error;
  }
}

const NONE = { rows: [], faults: [] };

/** Whether a directory holds a file: not every set has each. */
const holds = async (dir: string, file: string) =>
  (await stat(join(dir, file)).catch(() => null))?.isFile() ?? false;

/** Reads the tables of a set of one kind; what cannot be read is told. */
export async function readTables(
  engine: Engine,
  dir: string,
  kind: ItemSetParts["manifest"]["kind"],
): Promise<Omit<ItemSetParts, "manifest"> & { readonly faults: readonly SetFault[] }> {
  const identification = kind === "error-identification";
  const items = await readTable(engine, dir, ITEMS);
  const pool = identification ? await readTable(engine, dir, POOL) : NONE;
  const presentations = identification ? NONE : await readTable(engine, dir, PRESENTATIONS);
  const provenance = (await holds(dir, PROVENANCE.file))
    ? await readTable(engine, dir, PROVENANCE)
    : null;
  return {
    items: items.rows,
    pool: pool.rows,
    presentations: presentations.rows,
    ...(provenance && { provenance: provenance.rows }),
    faults: [
      ...items.faults,
      ...pool.faults,
      ...presentations.faults,
      ...(provenance?.faults ?? []),
    ],
  };
}
