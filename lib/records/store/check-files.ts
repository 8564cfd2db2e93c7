import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { EngineError, type Engine } from "@/lib/engine/engine";
import { isOneOf, text } from "@/lib/engine/sql";
import type { Column, SqlType } from "@/lib/records/columns";
import type { Manifest } from "@/lib/records/manifest";
import { KEY_COLUMNS, RESPONSE_COLUMNS } from "@/lib/records/response";
import { namesOf } from "@/lib/records/stage";
import { MANIFEST_FILE, RESPONSES_FILE } from "./paths";
import { RESPONSE_RULES } from "./response-rules";

/** A directory that is no run, or holds a file that cannot be read: the others still load. */
export class BrokenRunError extends Error {}

/** Says nothing about the file that was being read. */
const OF_THE_MACHINE = /^Out of Memory|No space left/;

/** What the engine could not read of a file makes its directory a broken one. */
export function asBroken(error: unknown, file: string): unknown {
  if (!(error instanceof EngineError) || OF_THE_MACHINE.test(error.message)) return error;
  return new BrokenRunError(`${file}: ${error.message.split("\n")[0] ?? "unreadable"}`);
}

const KEY_NAMES: ReadonlySet<string> = new Set(KEY_COLUMNS);

const describedColumn = z.object({ column_name: z.string(), column_type: z.string() });

/** Column types of a file that hold what a column of ours holds, without rounding. */
const ACCEPTED: Record<SqlType, RegExp> = {
  VARCHAR: /^(VARCHAR|ENUM\(.*)$/,
  INTEGER: /^U?(TINY|SMALL|BIG)?INT(EGER)?$/,
  BIGINT: /^U?(TINY|SMALL|BIG)?INT(EGER)?$/,
  DOUBLE: /^(DOUBLE|FLOAT|U?(TINY|SMALL|BIG)?INT(EGER)?)$/,
  BOOLEAN: /^BOOLEAN$/,
};

/** That a file has the columns of a record, in types that hold them. */
export async function checkColumns(
  engine: Engine,
  path: string,
  file: string,
  columns: readonly Column[],
): Promise<void> {
  const rows = await queryRows(
    engine,
    describedColumn,
    `DESCRIBE SELECT * FROM read_parquet(${text(path)})`,
  ).catch((error: unknown) => {
    throw asBroken(error, file);
  });
  const types = new Map(rows.map((row) => [row.column_name, row.column_type]));
  for (const { name, sql } of columns) {
    const type = types.get(name);
    if (type === undefined) throw new BrokenRunError(`${file}: column ${name} is missing`);
    if (!ACCEPTED[sql].test(type))
      throw new BrokenRunError(`${file}: column ${name} is ${type}, not ${sql}`);
  }
}

/** That every row meets the rules of its columns. @param rows what is selected from */
async function checkRows(engine: Engine, rows: string, runs: readonly string[]): Promise<void> {
  const rules = [
    ...RESPONSE_RULES,
    { column: "run_id", holds: isOneOf("run_id", runs), said: `must stand in ${MANIFEST_FILE}` },
  ];
  const counts = rules.map(
    ({ holds }, i) => `count(*) FILTER (WHERE (${holds}) IS NOT TRUE) AS r${i}`,
  );
  const [row] = await engine.query(`SELECT ${counts.join(", ")} FROM ${rows}`);
  rules.forEach(({ column, said }, i) => {
    const broken = Number(row?.[`r${i}`] ?? 0);
    if (broken > 0)
      throw new BrokenRunError(
        `${RESPONSES_FILE}: ${broken} rows break the rule of ${column}, which ${said}`,
      );
  });
}

const runFields = z.object({
  run_id: z.string(),
  model: z.string(),
  benchmark: z.string(),
  scorer: z.string(),
});

/** What a manifest and its rows both say must be the same. */
async function checkAgreement(
  engine: Engine,
  from: string,
  manifests: readonly Manifest[],
): Promise<void> {
  const rows = await queryRows(
    engine,
    runFields,
    `SELECT DISTINCT run_id, model, benchmark, scorer FROM ${from}`,
  );
  const byId = new Map(manifests.map((manifest) => [manifest.run_id, manifest]));
  for (const row of rows) {
    const manifest = byId.get(row.run_id);
    if (!manifest) continue;
    const said = { ...manifest, model: manifest.model.requested };
    for (const field of ["model", "benchmark", "scorer"] as const)
      if (row[field] !== said[field])
        throw new BrokenRunError(
          `${RESPONSES_FILE}: ${field} is "${row[field]}" in rows of run ${row.run_id}, "${said[field]}" in ${MANIFEST_FILE}`,
        );
  }
}

/**
 * A key that stands twice would be averaged unseen. Hashes are counted first: they are a fifth of
 * the work, and only where two of them agree are the keys themselves compared.
 */
async function checkKeys(engine: Engine, rows: string): Promise<void> {
  const keys = namesOf(RESPONSE_COLUMNS.filter((c) => KEY_NAMES.has(c.name)));
  const counts = z.object({ repeated: z.number() });
  const [hashed] = await queryRows(
    engine,
    counts,
    `SELECT (count(*) - count(DISTINCT hash(${keys})))::DOUBLE AS repeated FROM ${rows}`,
  );
  if (hashed?.repeated === 0) return;
  const twice = await queryRows(
    engine,
    z.object({ run_id: z.string(), item_id: z.string(), trial: z.number(), n: z.number() }),
    `SELECT run_id, item_id, trial, count(*)::DOUBLE AS n FROM ${rows}
    GROUP BY ${keys} HAVING count(*) > 1 ORDER BY ALL LIMIT 1`,
  );
  const [first] = twice;
  if (first)
    throw new BrokenRunError(
      `${RESPONSES_FILE}: item ${first.item_id}, trial ${first.trial} of run ${first.run_id} stands ${first.n} times under one key`,
    );
}

/**
 * That the rows of a directory are responses of its runs, each key once.
 * @param leftOut runs whose rows are not read
 * @throws BrokenRunError saying what is wrong
 */
export async function checkResponses(
  engine: Engine,
  path: string,
  manifests: readonly Manifest[],
  leftOut: readonly string[] = [],
): Promise<void> {
  await checkColumns(engine, path, RESPONSES_FILE, RESPONSE_COLUMNS);
  const others = leftOut.length > 0 ? ` WHERE (${isOneOf("run_id", leftOut)}) IS NOT TRUE` : "";
  const rows = `(SELECT * FROM read_parquet(${text(path)})${others}) AS rows`;
  try {
    await checkRows(
      engine,
      rows,
      manifests.map((manifest) => manifest.run_id),
    );
    await checkAgreement(engine, rows, manifests);
    await checkKeys(engine, rows);
  } catch (error) {
    throw asBroken(error, RESPONSES_FILE);
  }
}
