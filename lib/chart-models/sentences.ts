import { formatCount, listOf, plural } from "@/lib/format/number";
import type { ScalingRow } from "@/lib/metrics/rows";
import { fieldText } from "./series";

type Said = Pick<ScalingRow, "model" | "benchmark" | "environment" | "padding">;

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** "6 models", or their names where they are few. */
export function modelsText(rows: readonly Said[]): string {
  const models = distinct(rows.map((row) => row.model));
  return models.length <= 2 ? listOf(models) : plural(models.length, "model");
}

/** What is the same or listed in all rows: "easy and full, no padding". */
export function scopeText(rows: readonly Said[]): string {
  const environments = distinct(rows.flatMap(({ environment }) => environment ?? []));
  const benchmarks = distinct(rows.map((row) => row.benchmark));
  const paddings = distinct(rows.map((row) => row.padding));
  return [
    environments.length > 0 ? listOf(environments) : listOf(benchmarks),
    paddings.length === 1
      ? fieldText("padding", paddings[0] ?? null)
      : plural(paddings.length, "padding"),
  ].join(", ");
}

/** "NA against N: 6 models, easy and full, no padding" */
export function titleOf(what: string, rows: readonly Said[]): string {
  return rows.length === 0 ? what : `${what}: ${modelsText(rows)}, ${scopeText(rows)}`;
}

/** "30 items", "29 to 30 items". */
export function rangeText(values: readonly number[], one: string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return plural(0, one);
  return low === high ? plural(high, one) : `${formatCount(low)} to ${plural(high, one)}`;
}

export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

/** "9 padded conditions are left out" */
export function paddingText(leftOut: readonly string[]): string | null {
  if (leftOut.length === 0) return null;
  return `${plural(leftOut.length, "padded condition")} left out`;
}

/** Parts of a subtitle, without those that say nothing. */
export function joined(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}
