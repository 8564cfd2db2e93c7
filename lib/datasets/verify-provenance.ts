import { textSha256 } from "@/lib/records/hashes";
import type { ItemSetParts, OptionSource, SetItem } from "@/lib/records/item-set";
import { canonical } from "./augment/wording";
import { SET_FILES, type SetFault } from "./set-files";

type Why = Omit<SetFault, "where">;

/** What a row says of its own item's option. */
function* optionFaults(item: SetItem, row: OptionSource): Generator<Why> {
  const option = item.options[row.option];
  if (!option) {
    yield { what: "option", why: `is ${row.option}, beyond the ${item.options.length} options` };
    return;
  }
  const expected = textSha256(option.text);
  if (row.text_sha256 !== expected)
    yield { what: "text_sha256", why: `is not that of the option's text, ${expected}` };
  if (option.origin === "original") {
    if (row.donor_item !== item.item_id)
      yield { what: "donor_item", why: `is ${row.donor_item} for an original option` };
    return;
  }
  if (row.donor_item !== option.donor_item || row.donor_option !== option.donor_option)
    yield {
      what: "donor",
      why: `is option ${row.donor_option} of ${row.donor_item}; the item names option ${option.donor_option ?? "none"} of ${option.donor_item ?? "none"}`,
    };
  if (row.donor_item === item.item_id)
    yield { what: "donor_item", why: "is the item itself for a borrowed option" };
  if (row.donor_section !== item.section)
    yield {
      what: "donor_section",
      why: `is ${row.donor_section}; the item's is ${item.section ?? "none"}`,
    };
}

/** What a row says of its donor, where that is an item of the set as well. */
function* donorFaults(
  item: SetItem,
  row: OptionSource,
  donor: SetItem | undefined,
): Generator<Why> {
  if (!donor || donor === item) return;
  // The options of a source line are the donor's originals, in their order.
  const there = donor.options.filter((option) => option.origin === "original")[row.donor_option];
  if (there?.text !== item.options[row.option]?.text)
    yield {
      what: "text",
      why: `is not that of option ${row.donor_option} of item ${row.donor_item}`,
    };
  if (donor.key === row.donor_option)
    yield { what: "donor_option", why: `is the key of item ${row.donor_item}, no distractor` };
}

function* itemFaults(item: SetItem, rows: readonly OptionSource[]): Generator<Why> {
  for (const index of item.options.keys()) {
    const own = rows.filter((row) => row.option === index).length;
    if (own !== 1) yield { what: "option", why: `${index} has ${own} rows: each has one` };
  }
  const wordings = Map.groupBy(item.options.keys(), (i) => canonical(item.options[i]?.text ?? ""));
  for (const same of wordings.values())
    if (same.length > 1) yield { what: "options", why: `${same.join(" and ")} read alike` };
}

/**
 * What is wrong with the provenance of a set: every option has one row, whose hash is that of its
 * text; a borrowed one is of another item of the section and of its donor exactly, where that is in the
 * set. A set without provenance has no fault here: where its options come from is not known.
 */
export function* provenanceFaults({ items, provenance }: ItemSetParts): Generator<SetFault> {
  if (provenance === undefined) return;
  const byItem = new Map(items.map((item) => [item.item_id, item]));
  const rowsOf = Map.groupBy(provenance, ({ item_id }) => item_id);
  for (const [id, rows] of rowsOf) {
    const item = byItem.get(id);
    const place = `${SET_FILES.provenance}, item ${id}`;
    if (!item) {
      yield { what: "item_id", where: place, why: `names no item of ${SET_FILES.items}` };
      continue;
    }
    for (const row of rows) {
      const where = `${place}, option ${row.option}`;
      for (const fault of optionFaults(item, row)) yield { ...fault, where };
      for (const fault of donorFaults(item, row, byItem.get(row.donor_item)))
        yield { ...fault, where };
    }
  }
  for (const item of items) {
    const where = `${SET_FILES.provenance}, item ${item.item_id}`;
    for (const fault of itemFaults(item, rowsOf.get(item.item_id) ?? [])) yield { ...fault, where };
  }
}
