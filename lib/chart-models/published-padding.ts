import { publishedCells, PUBLISHED_MODELS, type PublishedCell } from "@/lib/reference/published";

/** What P1 prints about padding for one model and environment, all at 100 options. */
export interface PublishedPadding {
  readonly model: string;
  readonly environment: string;
  /** Table 3. */
  readonly spread: PublishedCell | null;
  /** Table 10: the worse placement of each type. */
  readonly worstByType: ReadonlyMap<string, PublishedCell>;
  /** The type with the lowest change, ties by name. */
  readonly worstType: string | null;
  /** Table 12, by padding ("none", "english_text") and metric; empty but for one model. */
  readonly mechanism: ReadonlyMap<string, ReadonlyMap<string, PublishedCell>>;
}

/** Published padding values of the environments in view; cells are drawn by `publishedValue`. */
export function publishedPadding(environments: readonly string[]): PublishedPadding[] {
  return environments.flatMap((environment) =>
    PUBLISHED_MODELS.map((model) => {
      const place = { model, environment } as const;
      const types = publishedCells({ table: "p1_table10", ...place });
      const worst = [...types].sort(
        (a, b) => a.value - b.value || ((a.padding ?? "") < (b.padding ?? "") ? -1 : 1),
      )[0];
      const mechanism = Map.groupBy(
        publishedCells({ table: "p1_table12", ...place }),
        ({ padding }) => padding ?? "none",
      );
      return {
        ...place,
        spread: publishedCells({ table: "p1_table3", ...place })[0] ?? null,
        worstByType: new Map(types.map((cell) => [cell.padding ?? "none", cell])),
        worstType: worst?.padding ?? null,
        mechanism: new Map(
          [...mechanism].map(([padding, cells]) => [
            padding,
            new Map(cells.map((cell) => [cell.metric, cell])),
          ]),
        ),
      };
    }),
  );
}
