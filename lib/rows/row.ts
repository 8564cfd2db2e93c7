import { z } from "zod";
import { OUTCOMES, responseFields } from "@/lib/records/response";
import { CORRECT_SQL } from "./columns";

/** Which response a row is in the tables: unique among the sources that are open together. */
const place = {
  cell_ix: z.int(),
  item_ix: z.int(),
};

/** A response as the Responses view shows it: a record, and whether it is right. */
export const viewRowSchema = z.strictObject({
  ...place,
  ...responseFields.shape,
  outcome: z.enum(OUTCOMES),
  correct: z.boolean().nullable(),
  provenance: z.enum(["measured", "imported", "simulated"]),
});
export type ViewRow = z.infer<typeof viewRowSchema>;

const FROM_RUN = ["run_id", "model", "benchmark", "scorer", "provenance"];
const FROM_CELL = ["environment", "n_options", "padding", "mode", "condition"];
const FROM_ITEM = ["item_id", "section", "stem_negative", "item_hash"];

/** The select list of a view row over the aliases r, c, u, i. */
export const VIEW_ROW_SQL = Object.keys(viewRowSchema.shape)
  .map((name) => {
    if (name === "correct") return `${CORRECT_SQL} AS correct`;
    const table = FROM_RUN.includes(name)
      ? "u"
      : FROM_CELL.includes(name)
        ? "c"
        : FROM_ITEM.includes(name)
          ? "i"
          : "r";
    return `${table}.${name}`;
  })
  .join(", ");

/** The columns that set rows of equal sort value apart, and the order of the record itself. */
export const PLACE_ORDER = "r.cell_ix, r.item_ix, r.permutation NULLS FIRST, r.trial";
