import { literal } from "@/lib/engine/sql";
import type { ColumnScope, RowColumn } from "./columns";

export interface RowSort {
  readonly column: RowColumn;
  readonly direction: "asc" | "desc";
}

/**
 * One step of an ordering: rows are counted in buckets of `bucket`, which never decreases with
 * `key`, so that the rows of a window are found without sorting what lies before it.
 */
export interface Level {
  readonly scope: ColumnScope;
  readonly key: string;
  readonly bucket: string;
  readonly direction: "asc" | "desc";
  /** The items with a column `step`, which `bucket` then names; else the plain table. */
  readonly items?: string;
}

export type KeyValue = string | number | boolean | null;

/** Rows whose key lies in [low, high]; both null where the key is null. */
export interface Bucket {
  readonly low: KeyValue;
  readonly high: KeyValue;
  readonly rows: number;
}

/** Buckets of an ordering's item step: enough for 30 items and for 100,000. */
const ITEM_STEPS = 8192;

/**
 * The steps from the chosen column to the place of a row in its record.
 * @param items number of items there are.
 */
export function levelsOf(sort: RowSort | null, items: number): readonly Level[] {
  const width = Math.max(1, Math.ceil(items / ITEM_STEPS));
  const place = (key: string, bucket: string): Level => ({
    scope: "row",
    key,
    bucket,
    direction: "asc",
  });
  return [
    ...(sort ? [sortLevel(sort, width)] : []),
    place("r.cell_ix", "r.cell_ix"),
    place("r.item_ix", width === 1 ? "r.item_ix" : `r.item_ix // ${width}`),
  ];
}

const sortKey = (column: RowColumn) => column.sortKey ?? column.sql;

function sortLevel({ column, direction }: RowSort, width: number): Level {
  const key = sortKey(column);
  if (column.distinct && width > 1) {
    const rank = `(dense_rank() OVER (ORDER BY ${key}) - 1) // ${width}`;
    const items = `(SELECT *, CASE WHEN ${key} IS NOT NULL THEN ${rank} END AS step FROM data.items AS i)`;
    return { scope: column.scope, key, bucket: "i.step", direction, items };
  }
  return { scope: column.scope, key, bucket: column.bucket ?? key, direction };
}

/** Undefined values come last whatever the direction. */
export function orderSql({ key, direction }: Level): string {
  return `${key} ${direction === "asc" ? "ASC" : "DESC"} NULLS LAST`;
}

/** A number that is no integer must not pass through a decimal on its way to a double. */
function keyLiteral(value: KeyValue): string {
  return typeof value === "number" && !Number.isInteger(value)
    ? `CAST('${value}' AS DOUBLE)`
    : literal(value);
}

/** Rows of neighbouring buckets, given in their order. */
export function bucketsSql(level: Level, buckets: readonly Bucket[]): string {
  const stated = buckets.filter((bucket) => bucket.low !== null);
  const [first, last] = [stated[0], stated.at(-1)];
  const isNull = `${level.key} IS NULL`;
  if (!first || !last) return isNull;
  const [low, high] = level.direction === "asc" ? [first.low, last.high] : [last.low, first.high];
  const range =
    low === high
      ? `${level.key} = ${keyLiteral(low)}`
      : `${level.key} BETWEEN ${keyLiteral(low)} AND ${keyLiteral(high)}`;
  return stated.length === buckets.length ? range : `(${range} OR ${isNull})`;
}

/** Whether a bucket's rows all tie on its key, so that the next level may set them apart. */
export const isTied = (bucket: Bucket) => bucket.low === bucket.high;

/** Rows that stand before one whose key is `value`: strictly before, and tied with it. */
export function beforeSql(
  { key, direction }: Level,
  value: KeyValue,
): { before: string; tied: string } {
  if (value === null) return { before: `${key} IS NOT NULL`, tied: `${key} IS NULL` };
  const at = keyLiteral(value);
  return {
    before: `${key} ${direction === "asc" ? "<" : ">"} ${at}`,
    tied: `${key} = ${at}`,
  };
}
