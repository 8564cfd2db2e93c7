import { countTokens } from "../tokens";
import { paddingText } from "./texts";
import { PADDING_TYPES, PLACEMENTS, type Padding, type PaddingType } from "./types";

/**
 * What each padding adds to a prompt in the first paper's Table 9, in cl100k_base tokens: the most
 * frequent difference to the row without padding over environments and N, which leaves out entries
 * that contradict the rest of their row.
 */
const PUBLISHED: Readonly<Record<PaddingType, number>> = {
  korean_text: 2649,
  english_text: 1983,
  symbol: 2408,
  korean_list: 1652,
};

export interface PaddingLength extends Padding {
  /** cl100k_base tokens that the padding adds to a prompt. */
  readonly tokens: number;
  readonly published: number;
  /** Ours less the published. */
  readonly difference: number;
}

/** Lengths of all paddings. A front and a back placement of one type are equally long. */
export function paddingTokens(): readonly PaddingLength[] {
  return PADDING_TYPES.flatMap((type) => {
    const tokens = countTokens(paddingText(type));
    const published = PUBLISHED[type];
    return PLACEMENTS.map((placement) => ({
      type,
      placement,
      tokens,
      published,
      difference: tokens - published,
    }));
  });
}
