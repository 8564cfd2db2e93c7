import { listOf } from "@/lib/format/number";
import type { Filters } from "@/lib/view-state/filters";
import { acts } from "./change";
import { filterLabel, valueLabel } from "./labels";

/**
 * What a link asks for that the open data do not have, and what is shown instead; null where there is
 * nothing of the kind.
 * @param filters what acts
 * @param unknown values that the data do not have
 */
export function unmetText(filters: Filters, unknown: Filters, view: string): string | null {
  const unmet = unknown.filter((filter) => acts(filter, view));
  if (unmet.length === 0 || view === "reference") return null;
  const asked = unmet.map(
    ({ field, values }) =>
      `${filterLabel(field)} ${listOf(values.map((v) => `“${valueLabel(field, v)}”`))}`,
  );
  const lost = unmet.filter(({ field }) => !filters.some((filter) => filter.field === field));
  const instead =
    lost.length === 0
      ? "what is shown is the rest of what it asks for"
      : `what is shown is as without a filter on ${listOf(lost.map(({ field }) => filterLabel(field)))}`;
  return `Asked for by the link and not in these data: ${listOf(asked)}; ${instead}.`;
}
