import { positionsPlace } from "@/lib/chart-models/figures";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { facets } from "@/lib/metrics/facets";
import { ITEM_SETS } from "@/lib/metrics/item-sets";
import { METRICS } from "@/lib/metrics/registry";
import { PRESENTED } from "@/lib/metrics/sections/presentation";
import type { MetricSource } from "@/lib/metrics/together";
import type { MetricOptions, Workspace } from "@/lib/metrics/workspace";
import type { Filters } from "@/lib/view-state/filters";
import { knownValues } from "@/lib/view-state/known-values";
import { AUDIT } from "./audit";
import { FIRST_FIGURE, otherFigures } from "./figures";
import { modelsSource } from "./models";
import { MODES } from "./modes";
import { boardSource } from "./overview";
import { PADDING } from "./padding";
import { PAIRED } from "./paired";
import { POSITIONS, positionsScope } from "./positions";
import { viewScope } from "./scope";
import { SECTIONS } from "./sections";
import { scorersSource } from "./scorers";
import { STEMS } from "./stems";

/** Something to be asked; what it is answered is of no interest here. */
export type Question = (workspace: Workspace) => Promise<unknown>;

const NO_FILTERS: Filters = [];

/**
 * What a fresh browser asks first, by a name: the charts of the views whose link sets nothing, the
 * remarks beside them, and the filter panel. Sections below the charts ask later and are left out.
 * @param cells the answer to `catalog`, which every view asks before all
 */
export function firstQuestions(cells: readonly CatalogRow[]): Readonly<Record<string, Question>> {
  const of =
    (
      source: MetricSource<unknown>,
      filters: Filters,
      trials: MetricOptions["trials"] = "all",
    ): Question =>
    (workspace) =>
      source.run(workspace, { filters, trials });
  const unpadded = viewScope("unpadded", NO_FILTERS, cells).filters;
  const compared = viewScope("compared", NO_FILTERS, cells).filters;
  const positions = positionsScope(cells, unpadded, null).filters;
  return {
    overview: of(boardSource(cells), unpadded),
    scaling: of(METRICS.scaling, unpadded),
    bubble: of(METRICS.bubble, unpadded),
    positions: of(POSITIONS, positions),
    padding: of(PADDING, compared),
    models: of(modelsSource(cells), unpadded),
    sections: of(SECTIONS, unpadded),
    stems: of(STEMS, unpadded),
    paired: of(PAIRED, unpadded),
    presentation: of(PRESENTED, unpadded),
    modes: of(MODES, unpadded),
    scorers: of(scorersSource(cells), unpadded),
    audit: of(AUDIT, unpadded),
    donors: of(ITEM_SETS, unpadded),
    "first figure": of(FIRST_FIGURE, compared, "cubes"),
    "other figures": of(otherFigures(positionsPlace(cells, compared)), compared),
    "remarks without padding": of(METRICS.warnings, unpadded, "cubes"),
    "remarks on positions": of(METRICS.warnings, positions, "cubes"),
    "remarks on all paddings": of(METRICS.warnings, compared, "cubes"),
    facets: (workspace) => facets(workspace, { filters: NO_FILTERS }),
    "values of filters": ({ engine }) => knownValues(engine),
  };
}
