import { listOf } from "@/lib/format/number";
import type { Mixture } from "@/lib/metrics/mixture";
import { fieldText } from "./series";

type Field = "environment" | "padding" | "mode" | "condition";
type Values = readonly (string | null)[];

/** "asked under five-original and ten-permuted: filter by one"; null where nothing is mixed. */
export function mixtureText(mixes: Mixture): string | null {
  if (mixes === null) return null;
  const several = (field: Field, values: Values, word: string) =>
    values.length > 1 ? [`${word} ${listOf(values.map((value) => fieldText(field, value)))}`] : [];
  const parts = [
    ...several("condition", mixes.conditions, "under"),
    ...several("mode", mixes.modes, "in mode"),
    ...several("environment", mixes.environments, "in"),
    ...several("padding", mixes.paddings, "with"),
  ];
  // What differs in more than N brings its N along.
  if (parts.length === 0) parts.push(`at ${listOf(mixes.n_options.map((n) => `N=${n}`))}`);
  return `asked ${parts.join(", ")}: filter by one${parts.length > 1 ? " of each" : ""}`;
}

/** The same as a sentence: why a number is a dash. */
export function mixtureReason(mixes: Mixture): string | null {
  const text = mixtureText(mixes);
  return text === null ? null : `A${text.slice(1)}.`;
}

/** A run as its name tells it: what it has several of is not left unstated. */
export function toldMixed<
  Run extends { readonly mode: string | null; readonly condition: string | null },
>(run: Run, mixes: Mixture): Run {
  const told = (field: "mode" | "condition", values: Values = []) =>
    values.length > 1 ? `several ${field}s` : run[field];
  return {
    ...run,
    mode: told("mode", mixes?.modes),
    condition: told("condition", mixes?.conditions),
  };
}
