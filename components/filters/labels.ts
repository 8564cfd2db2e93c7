import { fieldText } from "@/lib/chart-models/series";
import { inWords } from "@/lib/format/words";
import type { FilterField } from "@/lib/view-state/filters";

const LABELS: Readonly<Record<FilterField, string>> = {
  model: "model",
  benchmark: "benchmark",
  environment: "environment",
  n_options: "N",
  padding: "padding",
  mode: "mode",
  condition: "condition",
  stem: "stem flag",
  section: "section",
  scorer: "scorer",
  run: "run",
  item: "item",
  outcome: "outcome",
};

/** Facets in the order of the panel. */
export const FACET_ORDER = Object.keys(LABELS) as FilterField[];

export function filterLabel(field: FilterField): string {
  return LABELS[field];
}

/** A facet's value as people read it; null is "not stated". */
export function valueLabel(field: FilterField, value: string | number | boolean | null): string {
  if (value === null) return "not stated";
  if (field === "stem") return value === true ? "negative stem" : "other stems";
  if (field === "padding") return fieldText("padding", String(value));
  if (field === "outcome") return inWords(String(value));
  return value === "" ? "(empty)" : String(value);
}
