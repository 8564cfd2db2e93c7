import { filterLabel, valueLabel } from "@/components/filters/labels";
import { joined } from "@/lib/chart-models/sentences";
import { formatCount, listOf, plural } from "@/lib/format/number";
import { rowColumn } from "@/lib/rows/columns";
import { filterText } from "@/lib/rows/filter-text";
import type { ColumnFilter } from "@/lib/view-state/column-filters";
import type { Filter } from "@/lib/view-state/filters";
import type { ResponseList } from "./use-response-list";

/** Values of a facet named at most. */
const NAMED = 3;

/** "49,896 unparsed or truncated responses of gpt-4o" */
export function titleOf(responses: ResponseList | null): string {
  if (!responses) return "Responses";
  const { models } = responses.list.plan.scope;
  const outcomes = responses.filters.find((filter) => filter.field === "outcome")?.values ?? [];
  const words = outcomes.map((value) => valueLabel("outcome", value)).join(" or ");
  const what = [
    formatCount(responses.total),
    words,
    responses.total === 1 ? "response" : "responses",
  ];
  const of = models.length > 2 ? plural(models.length, "model") : listOf(models);
  return `${what.filter((part) => part !== "").join(" ")}${of === "" ? "" : ` of ${of}`}`;
}

/** Model, benchmark and outcome are told by the title and beside it. */
function facetText(filter: Filter): string | null {
  const { field, values } = filter;
  if (field === "model" || field === "benchmark" || field === "outcome") return null;
  const named = values.map((value) => valueLabel(field, value));
  return `${filterLabel(field)} ${listOf(named, NAMED)}`;
}

function columnText(filter: ColumnFilter): string {
  const label = rowColumn(filter.column)?.label ?? filter.column;
  switch (filter.kind) {
    case "contains":
      return `${label} with “${filter.text}”`;
    case "stated":
      return `${label} ${filter.stated ? "stated" : "not stated"}`;
    case "range":
    case "one_of":
      return `${label} ${filterText(filter)}`;
  }
}

/** Of which kind, in which order, and what was left out. */
export function subtitleOf({ list, filters, where, sort }: ResponseList): string {
  const { benchmarks, leftOut } = list.plan.scope;
  return joined([
    listOf(benchmarks),
    ...filters.map(facetText),
    ...where.map(columnText),
    sort
      ? `sorted by ${sort.column.label}, ${sort.direction === "asc" ? "ascending" : "descending"}`
      : "in the order of the record",
    leftOut.length > 0
      ? `${listOf(leftOut)} left out, a diagnostic scorer: choose it to see its responses`
      : null,
  ]);
}

/** What the file holds; null where there is none. */
export const fileText = (total: number): string | null =>
  total > 0 ? `CSV holds all ${plural(total, "response")}` : null;
