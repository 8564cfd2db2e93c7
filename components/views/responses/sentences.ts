import { valueLabel } from "@/components/filters/labels";
import { joined } from "@/lib/chart-models/sentences";
import { formatCount, listOf, plural } from "@/lib/format/number";
import type { ResponseList } from "./use-response-list";

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

/** In which order, and what was left out. */
export function subtitleOf({ list, total, sort }: ResponseList): string {
  const { benchmarks, leftOut } = list.plan.scope;
  return joined([
    listOf(benchmarks),
    sort
      ? `sorted by ${sort.column.label}, ${sort.direction === "asc" ? "ascending" : "descending"}`
      : "in the order of the record",
    leftOut.length > 0
      ? `${listOf(leftOut)} left out, a diagnostic scorer: choose it to see its responses`
      : null,
    `CSV holds all ${plural(total, "response")}`,
  ]);
}
