import type { ItemSetParts, OptionSource } from "@/lib/records/item-set";
import type { Bank, BankQuestion } from "./augment/source";
import { SET_FILES, type SetFault } from "./set-files";

/** What one row of the provenance says that its line of the source does not. */
function* rowFaults(
  row: OptionSource,
  text: string | undefined,
  question: BankQuestion | undefined,
): Generator<Omit<SetFault, "where">> {
  if (question?.id !== row.donor_item) {
    const there = question ? `question ${question.id}` : "no question that can be read";
    yield { what: "donor_row", why: `${row.donor_row} holds ${there}, not ${row.donor_item}` };
    return;
  }
  if (question.options[row.donor_option] !== text)
    yield { what: "text", why: `is not that of option ${row.donor_option} there` };
  for (const [what, said, found] of [
    ["donor_split", row.donor_split, question.split],
    ["donor_section", row.donor_section, question.section],
  ] as const)
    if (said !== found)
      yield { what, why: `is ${said ?? "none"}; the line has ${found ?? "none"}` };
}

/**
 * What cannot be built again from the file that a set was made from (P2, section 3.3): its hash, the
 * text, split, row and section of every option, and stem and key of every item.
 */
export function* sourceFaults(set: ItemSetParts, bank: Bank): Generator<SetFault> {
  const { manifest, items, provenance } = set;
  if (provenance === undefined) {
    yield {
      what: "provenance",
      where: SET_FILES.provenance,
      why: "is not there: nothing to compare",
    };
    return;
  }
  if (!manifest.sources.some(({ sha256 }) => sha256 === bank.sha256))
    yield {
      what: "sources",
      where: SET_FILES.manifest,
      why: `name no file with the SHA-256 of ${bank.name}, ${bank.sha256}`,
    };
  const lines = new Map(bank.questions.map((question) => [question.row, question]));
  const byId = new Map(items.map((item) => [item.item_id, item]));
  for (const row of provenance) {
    const where = `${SET_FILES.provenance}, item ${row.item_id}, option ${row.option}`;
    const text = byId.get(row.item_id)?.options[row.option]?.text;
    for (const fault of rowFaults(row, text, lines.get(row.donor_row))) yield { ...fault, where };
  }
  const questions = new Map(bank.questions.map((question) => [question.id, question]));
  for (const { item_id, stem, key } of items) {
    const question = questions.get(item_id);
    const where = `${SET_FILES.items}, item ${item_id}`;
    if (!question) yield { what: "item_id", where, why: `is not in ${bank.name}` };
    else if (question.question !== stem)
      yield { what: "stem", where, why: `is not that of line ${question.row}` };
    else if (question.key !== key)
      yield {
        what: "key",
        where,
        why: `is ${key ?? "none"}; line ${question.row} has ${question.key}`,
      };
  }
}
