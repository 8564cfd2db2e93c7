"use client";
import { z } from "zod";
import { useRows } from "@/components/workspace/use-metric";
import { queryRows } from "@/lib/engine/decode";
import { text } from "@/lib/engine/sql";

const itemRow = z.strictObject({ value: z.string() });
const LIMIT = 40;

/** Items whose id holds a text, of all items there are: the facet's own list is cut. */
export function useItemSearch(needle: string, enabled: boolean): readonly string[] {
  const { rows } = useRows(
    ["item-search", "", needle],
    ({ engine }, signal) =>
      queryRows(
        engine,
        itemRow,
        `SELECT DISTINCT item_id AS value FROM data.items
          WHERE contains(lower(item_id), lower(${text(needle)})) ORDER BY value LIMIT ${LIMIT}`,
        { signal },
      ),
    enabled,
  );
  return enabled ? rows.map((row) => row.value) : [];
}
