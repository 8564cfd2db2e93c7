import { z } from "zod";
import text from "./data/p2-text.json" with { type: "json" };

const count = z.int().nonnegative();
const percent = z.number().min(0).max(100);
const points = z.tuple([z.number(), z.number()]);

/**
 * What P2 prints in its text alone: of gpt-6-astra on the shared questions (section 5.2; by sections,
 * the known share and what changed in presentation: Appendix G), of lengths (section 5.4), and of
 * what the unresolved records leave open (Appendix D). Percentages and points as printed.
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
    original_longer: percent,
    r2_key_borrowed_range: z.tuple([percent, percent]),
  })
  .parse(text);
