import { bytesSource } from "@/lib/records/importers/source";
import { buildAugmented, FIRST_CANDIDATES, type AugmentedPlan } from "./build";
import { readBank } from "./source";

/** A bank of questions as a file, for tests. */
export function bankFile(rows: readonly object[]) {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return bytesSource("bank.jsonl", new TextEncoder().encode(text));
}

/** A question of five options whose texts name it; its key is the third. */
export function bankRow(
  id: string,
  question: string,
  over: Readonly<Record<string, unknown>> = {},
) {
  return {
    id,
    question,
    options: ["bir", "iki", "üç", "dört", "beş"].map((word) => `${id} ${word}`),
    answer_index: 2,
    section: "Tarih",
    split: "train",
    ...over,
  };
}

/** Four questions of one section: the stems of the first two are alike, and so are those of the last two. */
export const FOUR = [
  bankRow("a", "Osmanlı devletinin kuruluşu hangi yüzyıldadır?"),
  bankRow("b", "Osmanlı devletinin yıkılışı hangi yüzyıldadır?", { split: "test" }),
  bankRow("c", "Fransız ihtilalinin sonucu nedir?"),
  bankRow("d", "Fransız ihtilalinin nedeni nedir?"),
];

export const readRows = (rows: readonly object[]) => readBank(bankFile(rows));

export function build(rows: readonly object[], over: Partial<AugmentedPlan> = {}) {
  return buildAugmented(bankFile(rows), {
    benchmark: "b",
    name: "B",
    language: "tr",
    licence: "none",
    seed: "42",
    permutations: 2,
    wanted: null,
    leastPerSection: 1,
    selector: FIRST_CANDIDATES,
    ...over,
  });
}
