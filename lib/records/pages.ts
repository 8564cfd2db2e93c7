import type { Engine, QueryOptions, RawRow } from "@/lib/engine/engine";

let made = 0;

/**
 * The rows of a selection, a page at a time, in the order that the selection gives: memory holds
 * one page, however many rows there are.
 * @param select one SELECT statement
 */
export async function* pages(
  engine: Engine,
  select: string,
  pageRows: number,
  options?: QueryOptions,
): AsyncGenerator<RawRow[]> {
  made += 1;
  const table = `paged_${made}`;
  // Numbered once: OFFSET would scan from the start for every page.
  await engine.exec(
    `CREATE TEMP TABLE ${table} AS SELECT *, row_number() OVER () AS page_row FROM (${select})`,
  );
  try {
    for (let from = 1; ; from += pageRows) {
      const rows = await engine.query(
        `SELECT * EXCLUDE (page_row) FROM ${table}
          WHERE page_row BETWEEN ${from} AND ${from + pageRows - 1} ORDER BY page_row`,
        options,
      );
      if (rows.length > 0) yield rows;
      if (rows.length < pageRows) return;
    }
  } finally {
    await engine.exec(`DROP TABLE ${table}`);
  }
}
