import { PUBLISHED_MODELS, type PublishedCell } from "@/lib/reference/published";
import { publishedAt, publishedBeside, publishedCurveCells, publishedRow } from "./published";
import type { TableCell, TableRow } from "./table-model";

/** The paper prints diagnostics at this N alone, and excess primacy for this k. */
export const PUBLISHED_N = 100;
const PUBLISHED_K = 10;

/** Diagnostics of the paper and the tables that print them; the first is the row's value. */
const TABLES_OF = {
  delta_pfi_10: ["p1_table14", "p1_table2", "p1_table4"],
  entropy: ["p1_table14", "p1_table4"],
  front_20: ["p1_table14", "p1_table4"],
  tail_20: ["p1_table14", "p1_table4"],
  mean_pos: ["p1_table14"],
  ks: ["p1_table14"],
  slope: ["p1_table14", "p1_table2"],
} as const satisfies Record<string, readonly PublishedCell["table"][]>;

function cellOf(metric: keyof typeof TABLES_OF, model: string, environment: string): TableCell {
  const [leading = null, ...others] = TABLES_OF[metric].map((table) =>
    publishedAt(table, metric, { model, environment, n: PUBLISHED_N }),
  );
  return publishedBeside(leading, others);
}

/** Published rows of the diagnostics, from Table 14; what Tables 2 and 4 print stands beside. */
export function publishedPositionsRows(
  environments: readonly string[],
  n: number,
  k: number,
): TableRow[] {
  if (n !== PUBLISHED_N) return [];
  const none = { value: null, reason: "The paper does not print it." };
  return environments.flatMap((environment) =>
    PUBLISHED_MODELS.map((model) =>
      publishedRow(`published|${environment}|${model}`, null, {
        ...publishedCurveCells(model, environment),
        n_valid: none,
        null_share: none,
        pfi: none,
        delta_pfi:
          k === PUBLISHED_K
            ? cellOf("delta_pfi_10", model, environment)
            : { value: null, reason: `The paper prints it for k = ${PUBLISHED_K}.` },
        pfi_gold: none,
        entropy: cellOf("entropy", model, environment),
        front_20: cellOf("front_20", model, environment),
        tail_20: cellOf("tail_20", model, environment),
        mean_pos: cellOf("mean_pos", model, environment),
        ks: cellOf("ks", model, environment),
        ks_at: none,
        slope: cellOf("slope", model, environment),
      }),
    ),
  );
}
