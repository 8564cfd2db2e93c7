import { type z } from "zod";

/** The DuckDB types that record columns use. Nothing is ever sniffed: each path states these. */
export type SqlType = "VARCHAR" | "INTEGER" | "BIGINT" | "DOUBLE" | "BOOLEAN";

/** One column of a table whose shape comes from a zod schema. */
export interface Column {
  readonly name: string;
  readonly sql: SqlType;
  readonly nullable: boolean;
}

const declared = new WeakMap<z.ZodType, SqlType>();

/** Declares the DuckDB type of a schema, so that tables derive from the same declaration. */
export function column<S extends z.ZodType>(sql: SqlType, schema: S): S {
  declared.set(schema, sql);
  return schema;
}

/**
 * The columns of an object schema, in declaration order.
 * @throws Error when a field was declared without `column(...)`.
 */
export function columnsOf(schema: z.ZodObject): readonly Column[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const type = field as z.ZodType;
    const sql = declared.get(type);
    if (!sql) throw new Error(`column ${name} has no DuckDB type`);
    return { name, sql, nullable: type.safeParse(null).success };
  });
}

/** `name TYPE, …` for CREATE TABLE. */
export function ddlOf(columns: readonly Column[]): string {
  return columns.map((c) => `"${c.name}" ${c.sql}${c.nullable ? "" : " NOT NULL"}`).join(", ");
}
