import type { Manifest } from "@/lib/records/manifest";
import { ITEM_FIELDS, type Filter, type Filters } from "@/lib/view-state/filters";

type Protocol = Manifest["protocol"];

/** What the protocol names of a field; null where it says nothing. */
function namedBy(
  protocol: Protocol,
  field: Filter["field"],
): readonly (string | number | boolean | null)[] | null {
  switch (field) {
    case "environment":
      return protocol.environments;
    case "padding":
      return protocol.paddings;
    case "mode":
      return protocol.modes;
    case "condition":
      return protocol.conditions;
    case "n_options":
      return protocol.option_counts;
    default:
      return null;
  }
}

/**
 * Whether filters may leave out planned rows of which none is there yet: those of other items, or of a
 * part of the run that its protocol names.
 */
export function cutsPlan(filters: Filters, protocol: Protocol): boolean {
  return filters.some(({ field, values }) => {
    if (ITEM_FIELDS.some((one) => one === field)) return true;
    const kept: readonly (string | number | boolean | null)[] = values;
    return namedBy(protocol, field)?.some((value) => !kept.includes(value)) ?? false;
  });
}
