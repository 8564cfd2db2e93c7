import { listedOptions, statedOptions } from "@/lib/records/asked-options";
import type { RawReply } from "@/lib/snapshot/api";
import { labelOf, type LabelStyle } from "@/lib/scoring/labels";
import type { ViewRow } from "./row";

/** One option of a question, as the detail panel lists it. */
export interface PresentedOption {
  readonly label: string;
  readonly text: string;
  readonly origin: "original" | "borrowed" | null;
  readonly gold: boolean;
  readonly chosen: boolean;
}

/** The options behind a response. */
export interface PresentedOptions {
  readonly options: readonly PresentedOption[];
  /**
   * `shown`: in the order in which the model saw them. `item`: the item set's own order, where
   * the order shown was not recorded; nothing is marked as chosen then.
   */
  readonly order: "shown" | "item";
}

/**
 * The options behind a response, labelled as they were shown.
 * @returns null where the run kept none.
 */
export function presentOptions(
  row: ViewRow,
  raw: RawReply | null,
  labels: LabelStyle,
): PresentedOptions | null {
  const present = (
    texts: readonly { text: string; origin: PresentedOption["origin"] }[],
    gold: number | null,
    chosen: number | null,
    order: PresentedOptions["order"],
  ): PresentedOptions => ({
    order,
    options: texts.map(({ text, origin }, index) => ({
      label: labelOf(index + 1, labels),
      text,
      origin,
      gold: index + 1 === gold,
      chosen: index + 1 === chosen,
    })),
  });
  const request = raw?.request ?? null;
  const shown = statedOptions(request, row.n_options);
  const item = raw?.item ?? null;
  if (shown) {
    const originOf = (text: string) => item?.options.find((o) => o.text === text)?.origin ?? null;
    const texts = shown.map((text) => ({ text, origin: originOf(text) }));
    return present(texts, row.gold_pos, row.resp_pos, "shown");
  }
  const { n_options, gold_pos } = row;
  const listed = item && listedOptions(request, item, { n_options, gold_pos, labels });
  if (listed) return present(listed, row.gold_pos, row.resp_pos, "shown");
  if (!item || item.options.length === 0) return null;
  const key = item.key === null ? null : item.key + 1;
  // Of several orders of one item the gold may stand where it is stored, and nothing else.
  const asShown =
    row.permutation === null &&
    item.options.length === row.n_options &&
    (key === null || key === row.gold_pos);
  return asShown
    ? present(item.options, row.gold_pos, row.resp_pos, "shown")
    : present(item.options, key, null, "item");
}

/** Why a response has no text to show; null where it has one. */
export function whyNoText(
  row: Pick<ViewRow, "provenance" | "scorer" | "outcome">,
  raw: RawReply | null,
): string | null {
  if (raw?.text !== null && raw?.text !== undefined) return null;
  if (row.provenance === "simulated")
    return "This run is simulated: its answers are positions, and no text was ever written.";
  if (row.scorer === "given")
    return "The imported file gave positions and no texts: there is nothing to read.";
  if (row.outcome === "error") return "The host failed: there was no reply to keep.";
  return "The run kept no raw text for this question.";
}
