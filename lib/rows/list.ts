import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Workspace } from "@/lib/metrics/workspace";
import { readPage } from "./page";
import { bucketsSql, isTied, type Bucket } from "./levels";
import { countSql, planRows, type RowPlan, type RowQuery } from "./plan";
import type { ViewRow } from "./row";

/** Buckets with at most this many rows are sorted whole: a few milliseconds. */
const LEAF_ROWS = 20_000;
const CACHED_LEVELS = 400;

const bucketSchema = z.strictObject({
  low: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  high: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  rows: z.number(),
});

/** A stretch of rows that one query reads: conditions, and the window within them. */
interface Stretch {
  readonly above: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

/**
 * The responses under some filters in some order, of which any window can be read. Nothing is
 * materialised: an ordering is walked from counted buckets (by the sort column, by cell, by item) to
 * the few thousand rows around the window, so that a window deep in millions of rows costs a scan
 * of one or two columns at most.
 */
export class RowList {
  private readonly counted = new Map<string, Promise<readonly Bucket[]>>();

  /** Use `openRows`. */
  constructor(
    private readonly workspace: Workspace,
    readonly plan: RowPlan,
    private readonly leafRows: number,
  ) {}

  /** Number of rows. */
  async total(signal?: AbortSignal): Promise<number> {
    return (await this.buckets(0, [], signal)).reduce((sum, bucket) => sum + bucket.rows, 0);
  }

  /**
   * Rows `offset` to `offset + limit`, fewer at the end of the list.
   * @throws EngineError; the signal's reason when aborted. Counts that windows share go on.
   */
  async window(offset: number, limit: number, signal?: AbortSignal): Promise<ViewRow[]> {
    const rows: ViewRow[] = [];
    const options = { signal };
    await this.workspace.ensureRows(signal);
    for (const stretch of await this.stretches(0, [], offset, limit)) {
      const { above, offset: from, limit: count } = stretch;
      rows.push(...(await readPage(this.workspace.engine, this.plan, above, from, count, options)));
    }
    return rows;
  }

  private async stretches(
    depth: number,
    above: readonly string[],
    offset: number,
    limit: number,
  ): Promise<Stretch[]> {
    const level = this.plan.levels[depth];
    if (!level) return [{ above, offset, limit }];
    const found: Stretch[] = [];
    let small: Bucket[] = [];
    let smallStart = 0;
    let start = 0;
    const close = () => {
      if (small.length > 0) {
        const rows = small.reduce((sum, bucket) => sum + bucket.rows, 0);
        const inside = overlap(smallStart, rows, offset, limit);
        found.push({ above: [...above, bucketsSql(level, small)], ...inside });
      }
      small = [];
    };
    for (const bucket of await this.buckets(depth, above)) {
      const inside = overlap(start, bucket.rows, offset, limit);
      if (inside.limit > 0 && bucket.rows > this.leafRows && isTied(bucket)) {
        close();
        const within = [...above, bucketsSql(level, [bucket])];
        found.push(...(await this.stretches(depth + 1, within, inside.offset, inside.limit)));
      } else if (inside.limit > 0) {
        if (small.length === 0) smallStart = start;
        small.push(bucket);
      }
      start += bucket.rows;
      if (start >= offset + limit) break;
    }
    close();
    return found;
  }

  private buckets(
    depth: number,
    above: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly Bucket[]> {
    const key = above.join(" AND ");
    const known = this.counted.get(key);
    if (known) return known;
    if (this.counted.size >= CACHED_LEVELS) this.counted.clear();
    const counting = this.count(depth, above, signal);
    this.counted.set(key, counting);
    // A failed count is asked again next time; the caller sees this failure.
    counting.catch(() => this.counted.delete(key));
    return counting;
  }

  private async count(
    depth: number,
    above: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Bucket[]> {
    const { plan, workspace } = this;
    const level = plan.levels[depth];
    if (!level) return [];
    // The cubes know cells and items; a level or a condition over a response's own values needs rows.
    const sortedByRow = plan.sort?.column.scope === "row";
    const fromCubes = plan.countedByCubes && !sortedByRow;
    if (!fromCubes) await workspace.ensureRows(signal);
    const sql = countSql(plan, level, above, fromCubes);
    return queryRows(workspace.engine, bucketSchema, sql, { signal });
  }
}

/** The part of a window that falls into rows [start, start + rows), from their start. */
function overlap(start: number, rows: number, offset: number, limit: number) {
  const from = Math.max(offset - start, 0);
  const until = Math.min(offset + limit - start, rows);
  return { offset: from, limit: Math.max(0, until - from) };
}

interface OpenOptions {
  readonly signal?: AbortSignal;
  /** Rows that are sorted whole; small in tests, so that few rows take every path. */
  readonly leafRows?: number;
}

/** Opens the responses that a query keeps. */
export async function openRows(
  workspace: Workspace,
  query: RowQuery,
  { signal, leafRows = LEAF_ROWS }: OpenOptions = {},
): Promise<RowList> {
  return new RowList(workspace, await planRows(workspace.engine, query, { signal }), leafRows);
}
