import { afterEach } from "vitest";
import { METRICS } from "@/lib/metrics/registry";
import { report, type Report } from "@/lib/metrics/report";
import type { SectionName, SectionRow } from "@/lib/metrics/rows";
import type { Workspace } from "@/lib/metrics/workspace";
import type { Manifest } from "@/lib/records/manifest";
import type { Response } from "@/lib/records/response";
import type { Filters } from "@/lib/view-state/filters";
import { manifestsOf, openWorkspace, response } from "./stage";

export type Given = Partial<Response>;

export const times = <T>(n: number, of: (i: number) => T): T[] =>
  Array.from({ length: n }, (_, i) => of(i));

/** Trials 1..n of an item, right in the first `right` of them. */
export const trials = (n: number, right: number, given: Given = {}): Given[] =>
  times(n, (i) => ({ trial: i + 1, gold_pos: 1, resp_pos: i < right ? 1 : 2, ...given }));

/** Opens rows of a test and runs sections on them; everything is closed after each test. */
export function useSections() {
  const open: Workspace[] = [];
  afterEach(async () => {
    for (const workspace of open.splice(0)) await workspace.engine.close();
  });
  return {
    open: async (rows: readonly Given[], manifests?: readonly Manifest[]): Promise<void> => {
      const full = rows.map(response);
      open.push(await openWorkspace(full, manifests ?? manifestsOf(full)));
    },
    run: <S extends SectionName>(section: S, filters: Filters = []): Promise<SectionRow<S>[]> =>
      METRICS[section].run(open.at(-1)!, { filters }),
    reported: (sections: readonly SectionName[], filters: Filters = []): Promise<Report> =>
      report(open.at(-1)!, { filters }, sections),
  };
}
