import type { z } from "zod";

/** A value that both databases take as a parameter; lists become SQL arrays. */
type Scalar = string | number | boolean | null;
export type Parameter = Scalar | readonly Scalar[];

/** What a connection does with one statement, before its rows are checked. */
export interface Connection {
  query(
    sql: string,
    parameters: readonly Parameter[],
  ): Promise<{ readonly rows: readonly unknown[]; readonly affected: number }>;
  /** Several statements without parameters, as migrations are. */
  script(sql: string): Promise<void>;
}

/** Statements on a database. Parameters are `$1`, `$2` …, with a cast where the type is not plain. */
export interface Queries {
  /**
   * Runs one statement and checks every row.
   * @throws JobDatabaseError naming the row and field that the schema refuses
   */
  rows<S extends z.ZodType>(
    schema: S,
    sql: string,
    parameters?: readonly Parameter[],
  ): Promise<z.output<S>[]>;
  /** Runs one statement for its effect. @returns how many rows it touched */
  run(sql: string, parameters?: readonly Parameter[]): Promise<number>;
  script(sql: string): Promise<void>;
}

/** The job database: PGlite in the data directory, or PostgreSQL. The same SQL runs on both. */
export interface Database extends Queries {
  readonly kind: "pglite" | "postgres";
  /**
   * All of it or nothing. The work may run again where the database gave way to another
   * transaction: it must have no effect but that on the database.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A row that is not what it should be, or a database that cannot be used. */
export class JobDatabaseError extends Error {
  override readonly name = "JobDatabaseError";
}

/** Statements on a connection, rows checked: a database row is a boundary like any other. */
export function checkedQueries(connection: Connection): Queries {
  return {
    async rows(schema, sql, parameters = []) {
      const { rows } = await connection.query(sql, parameters);
      return rows.map((row, index) => {
        const result = schema.safeParse(row);
        if (result.success) return result.data;
        const issue = result.error.issues[0];
        const where = issue ? `${issue.path.join(".")}: ${issue.message}` : "unknown field";
        throw new JobDatabaseError(
          `row ${index + 1} of the job database is not what it should be (${where})`,
        );
      });
    },
    run: async (sql, parameters = []) => (await connection.query(sql, parameters)).affected,
    script: (sql) => connection.script(sql),
  };
}
