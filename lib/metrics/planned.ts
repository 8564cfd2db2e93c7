import type { Manifest } from "@/lib/records/manifest";
import { ITEM_FIELDS, type CELL_FIELDS, type Filters } from "@/lib/view-state/filters";

type Protocol = Manifest["protocol"];

/** Where a protocol names what it asks of a field; null there says nothing. */
const NAMED_BY = {
  environment: "environments",
  n_options: "option_counts",
  padding: "paddings",
  mode: "modes",
  condition: "conditions",
} as const satisfies Record<(typeof CELL_FIELDS)[number], keyof Protocol>;

const isCellField = (field: string): field is keyof typeof NAMED_BY => field in NAMED_BY;

/**
 * Whether filters may leave out planned rows of which none is there yet: those of other items, or of a
 * part of the run that its protocol names.
 */
export function cutsPlan(filters: Filters, protocol: Protocol): boolean {
  return filters.some(({ field, values }) => {
    if (ITEM_FIELDS.some((one) => one === field)) return true;
    if (!isCellField(field)) return false;
    const kept: readonly (string | number | boolean | null)[] = values;
    return protocol[NAMED_BY[field]]?.some((value) => !kept.includes(value)) ?? false;
  });
}
