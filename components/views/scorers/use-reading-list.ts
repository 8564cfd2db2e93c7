"use client";
import type { RowsResult } from "@/components/workspace/query-state";
import { useRows } from "@/components/workspace/use-metric";
import type { Manifest } from "@/lib/records/manifest";
import { labelStyleOf } from "@/lib/rows/reading";
import {
  differingReadings,
  writeReadings,
  type DifferingReadings,
  type ReadingsChoice,
} from "@/lib/rows/reading-differences";
import { openRuns } from "@/lib/rows/runs";
import type { LabelStyle } from "@/lib/scoring/labels";
import type { Filters } from "@/lib/view-state/filters";

interface ReadingPage extends DifferingReadings {
  /** What these rows are: while others are read it is not what is chosen. */
  readonly kind: ReadingsChoice["kind"];
  /** Of the first reading's run: what its labels look like, and where its rows come from. */
  readonly labels: LabelStyle;
  readonly provenance: Manifest["provenance"]["kind"];
}

/** The first `limit` answers that two runs read differently. */
export function useReadingList(
  choice: ReadingsChoice,
  filters: Filters,
  limit: number,
): RowsResult<ReadingPage> {
  return useRows(
    ["later", `readings ${choice.first} ${choice.second}`, writeReadings(choice), filters, limit],
    async (workspace, signal) => {
      const page = await differingReadings(workspace, { filters, signal }, choice, limit);
      const runs = await openRuns(workspace.engine, { signal });
      const run = runs.find(({ run_id }) => run_id === choice.first);
      if (!run) return [];
      const { manifest } = run;
      const { kind } = manifest.provenance;
      return [{ ...page, kind: choice.kind, labels: labelStyleOf(manifest), provenance: kind }];
    },
  );
}
