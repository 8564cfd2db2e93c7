import { METRICS } from "@/lib/metrics/registry";
import { without } from "@/lib/metrics/scope";
import { narrowed } from "@/lib/metrics/together";

/** The gap needs both sides, whatever stems a filter chooses. */
export const STEMS = narrowed(METRICS.stems, (filters) => without(filters, "stem"));

/** The same questions under two conditions, split by stem: it needs both sides as well. */
export const STEM_PAIRS = narrowed(METRICS.paired, (filters) => without(filters, "stem"));
