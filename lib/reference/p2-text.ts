import { z } from "zod";
import text from "./data/p2-text.json" with { type: "json" };
import { P2_MODELS } from "./p2-data";

const count = z.int().nonnegative();
const percent = z.number().min(0).max(100);
const points = z.tuple([z.number(), z.number()]);

/**
 * What P2 prints in its text alone: of gpt-6-astra on the shared questions (section 5.2; by sections,
 * the known share and what changed in presentation: Appendix G), how many stems Table 4 counts (its
 * caption), the complete runs without the calibration questions (Appendix G; seed and size: section
 * 4.2), the legacy scorer's excess over the strict one in the pilot (section 4.3), lengths (section
 * 5.4), and what the unresolved records leave open (Appendix D). Percentages and points as printed.
 */
export const P2_TEXT = z
  .strictObject({
    shared: z.strictObject({
      n: count,
      five: count,
      ten: count,
      both: count,
      lost: count,
      gained: count,
      neither: count,
      change: z.number(),
      ci: points,
      mcnemar_p: z.number().positive(),
      lost_to: z.strictObject({ borrowed: count, original: count, invalid: count }),
      section_ci: points,
      known_fraction: percent,
      order_changed: count,
      label_changed: count,
    }),
    stems: z.record(
      z.enum(["TR-MMLU", "Turkish MMLU Pro"]),
      z.strictObject({ k: count, unflagged: count, flagged: count }),
    ),
    without_calibration: z.strictObject({
      n: count,
      seed: count,
      size: count,
      accuracy: z.record(z.enum(P2_MODELS), percent),
    }),
    legacy_excess: z.strictObject({
      models: count,
      least: z.number(),
      greatest: z.number(),
      mean: z.number(),
    }),
    original_longer: percent,
    r2_key_borrowed_range: z.tuple([percent, percent]),
  })
  .parse(text);
