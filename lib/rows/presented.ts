import { z } from "zod";
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

const requestSchema = z.looseObject({ options: z.array(z.string()) });

/** The texts in the order shown, where the stored request tells them. */
function shownTexts(request: string | null, count: number): readonly string[] | null {
  if (request === null) return null;
  try {
    const parsed = requestSchema.safeParse(JSON.parse(request));
    return parsed.success && parsed.data.options.length === count ? parsed.data.options : null;
  } catch {
    // A request in another form is a request all the same; it is shown as it is.
    return null;
  }
}

/** Every text inside a JSON value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * The options of an item in the order in which a prompt lists them (`label. text`, a line each).
 * @returns null unless each of the `count` lines is one of the options, and each option one line
 */
function listedIn<O extends { readonly text: string }>(
  prompt: string,
  options: readonly O[],
  count: number,
  labels: LabelStyle,
): readonly O[] | null {
  const lines = `\n${prompt}\n`;
  const listed = Array.from({ length: count }, (_, index) =>
    options
      .filter(({ text }) => lines.includes(`\n${labelOf(index + 1, labels)}. ${text.trim()}\n`))
      // One option may begin with all of another, the next line being its own.
      .reduce<O | null>(
        (best, one) => (best && best.text.length >= one.text.length ? best : one),
        null,
      ),
  );
  const found = listed.filter((option) => option !== null);
  return found.length === count && new Set(found).size === count ? found : null;
}

/** The options as the stored request of a measured run lists them; null where it does not tell. */
function shownOptions(row: ViewRow, raw: RawReply | null, labels: LabelStyle) {
  if (!raw?.item || raw.request === null) return null;
  const { options, key } = raw.item;
  let request: unknown;
  try {
    request = JSON.parse(raw.request);
  } catch {
    return null;
  }
  const gold = key === null ? undefined : options[key];
  for (const prompt of textsIn(request)) {
    const listed = listedIn(prompt, options, row.n_options, labels);
    if (listed && (gold === undefined || listed[row.gold_pos - 1] === gold)) return listed;
  }
  return null;
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
  const shown = shownTexts(raw?.request ?? null, row.n_options);
  const item = raw?.item ?? null;
  if (shown) {
    const originOf = (text: string) => item?.options.find((o) => o.text === text)?.origin ?? null;
    const texts = shown.map((text) => ({ text, origin: originOf(text) }));
    return present(texts, row.gold_pos, row.resp_pos, "shown");
  }
  const listed = shownOptions(row, raw, labels);
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
export function whyNoText(row: ViewRow, raw: RawReply | null): string | null {
  if (raw?.text !== null && raw?.text !== undefined) return null;
  if (row.provenance === "simulated")
    return "This run is simulated: its answers are positions, and no text was ever written.";
  if (row.scorer === "given")
    return "The imported file gave positions and no texts: there is nothing to read.";
  if (row.outcome === "error") return "The host failed: there was no reply to keep.";
  return "The run kept no raw text for this question.";
}
