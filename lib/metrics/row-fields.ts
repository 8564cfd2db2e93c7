import { z } from "zod";

/** Fields that rows of several sections have in common. Every rate is 0 to 1, null is undefined. */
export const rate = z.number().nullable();
export const count = z.int().nonnegative();
export const optionCount = z.int().min(2);
export const interval = z.tuple([z.number(), z.number()]).nullable();
export const nullableText = z.string().nullable();

/** Comparable runs share a series: it tells two curves of one model apart. */
export const seriesShape = {
  series_id: z.string(),
  /** Some run behind the row is simulated: every chart and export says so. */
  simulated: z.boolean(),
};

/** What every row about one run names. `mode` and `condition` are null where a run has several. */
export const runShape = {
  run_id: z.string(),
  model: z.string(),
  benchmark: z.string(),
  mode: nullableText,
  condition: nullableText,
  scorer: z.string(),
};
