import { z } from "zod";
import table1 from "./data/p2-table1.json" with { type: "json" };
import table2 from "./data/p2-table2.json" with { type: "json" };
import table3 from "./data/p2-table3.json" with { type: "json" };
import table4 from "./data/p2-table4.json" with { type: "json" };
import table5 from "./data/p2-table5.json" with { type: "json" };
import table6 from "./data/p2-table6.json" with { type: "json" };
import table7 from "./data/p2-table7.json" with { type: "json" };
import table8 from "./data/p2-table8.json" with { type: "json" };
import table9 from "./data/p2-table9.json" with { type: "json" };
import table10 from "./data/p2-table10.json" with { type: "json" };
import table11 from "./data/p2-table11.json" with { type: "json" };

/**
 * The rows of P2's tables as transcribed: percentages as printed, intervals as [low, high]. Local
 * models stand without their `-mlx`.
 */
const percent = z.number().min(0).max(100);
const points = z.number().min(-100).max(100);
const share = z.number().min(0).max(1);
const count = z.int().nonnegative();
const amount = z.number().nonnegative();
const text = z.string().min(1);
const interval = z
  .tuple([points, points])
  .refine(([low, high]) => low < high, { error: "an interval ends above its start" });

const rowsOf = <S extends z.ZodRawShape>(shape: S) => z.array(z.strictObject(shape)).nonempty();

/** What each complete run was asked (Table 2): all questions, with all options. */
export const P2_WHOLE = { benchmark: "Turkish MMLU Pro", questions: 12_000, options: 10 } as const;

/** Models of the complete runs, in the paper's order. */
export const P2_MODELS = [
  "gemma4:31b",
  "gemma4:26b",
  "gemma4:e4b",
  "qwen3.5:4b",
  "gpt-6-astra",
] as const;
const model = z.enum(P2_MODELS);

export const P2_DATA = {
  table1: rowsOf({ item: text, count }).parse(table1),
  table2: rowsOf({
    model,
    correct: count,
    accuracy: percent,
    ci: interval,
    answer_rate: percent,
    mean_tokens: amount,
    reasoning_rate: percent,
  }).parse(table2),
  table3: rowsOf({
    questions: text,
    k: count,
    n: count,
    accuracy: percent,
    ci: interval,
    guess_adjusted: percent,
    reasoning_rate: percent,
    mean_tokens: amount,
  }).parse(table3),
  table4: rowsOf({
    model,
    benchmark: z.enum(["TR-MMLU", "Turkish MMLU Pro"]),
    unflagged: percent,
    flagged: percent,
    gap: points,
  }).parse(table4),
  table5: rowsOf({
    stem: z.enum(["negative", "other"]),
    n: count,
    five: percent,
    ten: percent,
    change: points,
    ci: interval,
    lost: count,
    gained: count,
    lost_to_borrowed: count,
  }).parse(table5),
  table6: rowsOf({
    model,
    lowest: percent,
    highest: percent,
    slope: points,
    entropy: share,
    error_primacy: points,
    length_rank: share,
  }).parse(table6),
  table7: rowsOf({
    classification: text,
    r1_n: count,
    r1_weighted: percent,
    r2_n: count,
    r2_weighted: percent,
  }).parse(table7),
  table8: rowsOf({
    flag: text,
    polarity: text,
    r1_n: count,
    r1_weight: amount,
    r2_n: count,
    r2_weight: amount,
  }).parse(table8),
  table9: rowsOf({
    model: text,
    params_billion: amount,
    quantization: text,
    accuracy: percent.optional(),
    ci: interval.optional(),
    answer_rate: percent,
    legacy_accuracy: percent.optional(),
    mean_tokens: amount,
    reasoning_observed: count,
    seconds_per_question: amount,
  }).parse(table9),
  table10: rowsOf({
    model: text,
    direct: count,
    thinking: count,
    change: z.int(),
    ci: interval,
    mcnemar_p: share,
    direct_only: count,
    thinking_only: count,
    thinking_answer_rate: percent,
    thinking_truncated: count,
    time_ratio: amount,
  }).parse(table10),
  table11: z
    .array(z.strictObject({ section: text, gloss: text, mean: percent }).catchall(percent))
    .nonempty()
    .refine((rows) => rows.every((row) => P2_MODELS.every((name) => name in row)))
    .parse(table11),
} as const;
