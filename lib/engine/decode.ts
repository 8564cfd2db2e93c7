import type { z } from "zod";
import { EngineError, type Engine, type QueryOptions } from "./engine";

/**
 * Runs a query and checks every row against its schema: a database row is a boundary like any other.
 * @throws EngineError naming the row and field that the schema refuses.
 */
export async function queryRows<S extends z.ZodType>(
  engine: Engine,
  schema: S,
  sql: string,
  options?: QueryOptions,
): Promise<z.output<S>[]> {
  const rows = await engine.query(sql, options);
  return rows.map((row, index) => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    const issue = result.error.issues[0];
    const where = issue ? `${issue.path.join(".")}: ${issue.message}` : "unknown field";
    throw new EngineError(`row ${index + 1} of a query is not what it should be (${where})`, sql);
  });
}
