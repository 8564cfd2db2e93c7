import { queryRows } from "@/lib/engine/decode";
import type { QueryOptions } from "@/lib/engine/engine";
import { isOneOf, text } from "@/lib/engine/sql";
import type { ConditionSide } from "@/lib/metrics/condition-sides";
import type { PairName } from "@/lib/metrics/pair-name";
import { sidesOfPair } from "@/lib/metrics/paired-items";
import type { Workspace } from "@/lib/metrics/workspace";
import { VIEW_ROW_SQL, viewRowSchema, type ViewRow } from "./row";
import { ALL_SCOPES, fromSql } from "./source";

/** The responses of one item on the two sides of a pair, permutation by permutation. */
export interface PairedItem {
  readonly item_id: string;
  readonly a: readonly ViewRow[];
  readonly b: readonly ViewRow[];
}

/**
 * One item of a pair of conditions, whatever filters choose items; none where neither side was asked
 * it. Reads the rows of its cells alone.
 */
export async function pairedItem(
  workspace: Workspace,
  pair: PairName,
  itemId: string,
  options: QueryOptions,
): Promise<PairedItem[]> {
  const { run_a, run_b } = pair;
  const filters = [{ field: "run" as const, values: [run_a, run_b] }];
  const sides = await sidesOfPair(workspace, { filters, ...options }, pair);
  if (!sides) return [];
  await workspace.ensureRows(options.signal);
  const rowsOf = ({ cells }: ConditionSide) =>
    queryRows(
      workspace.engine,
      viewRowSchema,
      `SELECT ${VIEW_ROW_SQL} ${fromSql("data.responses", ALL_SCOPES)}
       WHERE ${isOneOf("r.cell_ix", cells)} AND i.item_id = ${text(itemId)}
       ORDER BY r.permutation NULLS FIRST, r.trial, r.cell_ix`,
      options,
    );
  const [a, b] = await Promise.all([rowsOf(sides[0]), rowsOf(sides[1])]);
  return a.length + b.length === 0 ? [] : [{ item_id: itemId, a, b }];
}
