import type { Obstacle, SideFacts } from "@/lib/chart-models/compare-sentences";
import type { CompareSide } from "@/lib/chart-models/compare-sides";
import { unmetSentences } from "@/lib/chart-models/compare-unmet";
import { cellsIn } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { compared, type ComparedRow } from "@/lib/metrics/compared";
import type { Workspace } from "@/lib/metrics/workspace";
import { whyNotComparable } from "@/lib/rows/comparable";
import type { OpenRun } from "@/lib/rows/runs";
import type { Filters } from "@/lib/view-state/filters";

/** Everything that the Compare view says, asked together so that it never mixes two questions. */
export interface Comparison {
  readonly sides: readonly CompareSide[];
  readonly facts: ReadonlyMap<string, SideFacts>;
  readonly obstacles: readonly Obstacle[];
  /** Of pairs that no cell brings together, what they have not in common. */
  readonly unmet: readonly string[];
  readonly rows: readonly ComparedRow[];
}

function factsOf(sides: readonly CompareSide[], runs: ReadonlyMap<string, OpenRun>) {
  const sum = (side: CompareSide, field: "planned" | "missing") =>
    side.runs.reduce((total, id) => total + (runs.get(id)?.[field] ?? 0), 0);
  return new Map(
    sides.map((side) => [
      side.id,
      { planned: sum(side, "planned"), missing: sum(side, "missing") },
    ]),
  );
}

/** Runs of one side are comparable with each other: the first speaks for all. */
function obstaclesOf(
  sides: readonly CompareSide[],
  runs: ReadonlyMap<string, OpenRun>,
): Obstacle[] {
  const manifestOf = (side: CompareSide) => runs.get(side.runs[0] ?? "")?.manifest;
  return sides.flatMap((a, i) =>
    sides.slice(i + 1).flatMap((b) => {
      const [one, other] = [manifestOf(a), manifestOf(b)];
      if (!one || !other) return [];
      const why = whyNotComparable(one, other);
      return why.length > 0 ? [{ a: a.id, b: b.id, why }] : [];
    }),
  );
}

/** What is compared, and what the open data say of it whatever the filters. */
export interface Compared {
  readonly sides: readonly CompareSide[];
  readonly runs: readonly OpenRun[];
  readonly cells: readonly CatalogRow[];
}

/** Compares sides under filters; nothing where there are fewer than two. */
export async function compareSides(
  workspace: Workspace,
  { sides, runs: open, cells }: Compared,
  filters: Filters,
  signal: AbortSignal,
): Promise<Comparison[]> {
  if (sides.length < 2) return [];
  const asked = { sides, whole: false, pairs: "all" } as const;
  const rows = await compared(workspace, { filters, signal }, asked);
  const runs = new Map(open.map((run) => [run.run_id, run]));
  return [
    {
      sides,
      rows,
      facts: factsOf(sides, runs),
      obstacles: obstaclesOf(sides, runs),
      unmet: unmetSentences(sides, rows, cellsIn(cells, filters)),
    },
  ];
}
