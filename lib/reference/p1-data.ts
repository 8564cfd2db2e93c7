import { z } from "zod";
import table1 from "./data/p1-table1.json" with { type: "json" };
import table2 from "./data/p1-table2.json" with { type: "json" };
import table3 from "./data/p1-table3.json" with { type: "json" };
import table4 from "./data/p1-table4.json" with { type: "json" };
import table6 from "./data/p1-table6.json" with { type: "json" };
import table8 from "./data/p1-table8.json" with { type: "json" };
import table9 from "./data/p1-table9.json" with { type: "json" };
import table10 from "./data/p1-table10.json" with { type: "json" };
import table12 from "./data/p1-table12.json" with { type: "json" };
import table13 from "./data/p1-table13.json" with { type: "json" };
import table14 from "./data/p1-table14.json" with { type: "json" };

/** The rows of P1's tables as transcribed: numbers as printed, intervals as [low, high]. */
const env = z.enum(["easy", "full"]);
const model = z.enum([
  "Gemini-3-Pro-preview",
  "Gemini-2.5-Flash",
  "A.X-4.0",
  "EXAONE-4.0-32B",
  "HyperCLOVAX-Think",
]);
const share = z.number().min(-1).max(1);
const count = z.int().nonnegative();
/** Target-level intervals are not clipped to 1. */
const interval = z
  .tuple([z.number().min(-1).max(1.1), z.number().min(-1).max(1.1)])
  .refine(([low, high]) => low < high, { error: "an interval ends above its start" });
const paddingType = z.enum(["korean_text", "english_text", "symbol", "korean_list"]);

const rowsOf = <S extends z.ZodRawShape>(shape: S) => z.array(z.strictObject(shape)).nonempty();

export const P1_DATA = {
  table1: rowsOf({ category: z.string(), sub_category: z.string(), count }).parse(table1),
  table2: rowsOf({
    env,
    model,
    acc_4: share,
    acc_100: share,
    na_4: share,
    na_100: share,
    na_100_ci: interval,
    bi: share,
    bi_ci: interval,
    delta_pfi_10: share,
    slope_100: share,
  }).parse(table2),
  table3: rowsOf({ model, easy: share, full: share }).parse(table3),
  table4: rowsOf({
    model,
    delta_pfi_10: share,
    entropy: share,
    front_20: share,
    tail_20: share,
  }).parse(table4),
  table6: rowsOf({ feature: z.string(), weight: share }).parse(table6),
  table8: rowsOf({
    row: count,
    level: z.int().min(1).max(4),
    score: share,
    eojeol: count,
    morphemes: count,
    dependent_noun: count,
    auxiliary_predicate: count,
  }).parse(table8),
  table9: rowsOf({
    env,
    padding: z.union([z.literal("none"), paddingType]),
    n_4: count,
    n_10: count,
    n_20: count,
    n_50: count,
    n_100: count,
  }).parse(table9),
  table10: z
    .array(z.strictObject({ env, padding: paddingType }).catchall(share))
    .nonempty()
    .parse(table10),
  table12: rowsOf({
    metric: z.string(),
    no_padding: z.number(),
    english_text: z.number(),
  }).parse(table12),
  table13: rowsOf({
    env,
    model,
    na_4: share,
    na_4_target_ci: interval,
    na_10: share,
    na_10_target_ci: interval,
    na_20: share,
    na_20_target_ci: interval,
    na_50: share,
    na_50_target_ci: interval,
    na_100: share,
    na_100_target_ci: interval,
  }).parse(table13),
  table14: rowsOf({
    env,
    model,
    acc_100: share,
    na_100: share,
    delta_pfi_10: share,
    entropy: share,
    front_20: share,
    tail_20: share,
    mean_pos: z.number().min(1).max(100),
    ks: share,
    slope_100: share,
  }).parse(table14),
} as const;
