/**
 * Irrelevant text that lengthens a prompt and changes nothing else (first paper, section 6 and
 * appendix C): four types, each in front of the question or behind its options.
 */
export const PADDING_TYPES = ["korean_text", "english_text", "symbol", "korean_list"] as const;
export type PaddingType = (typeof PADDING_TYPES)[number];

export const PLACEMENTS = ["front", "back"] as const;
export type Placement = (typeof PLACEMENTS)[number];

export interface Padding {
  readonly type: PaddingType;
  readonly placement: Placement;
}

/** Every padding by its name in records, `type:placement`. */
const BY_NAME: ReadonlyMap<string, Padding> = new Map(
  PADDING_TYPES.flatMap((type) =>
    PLACEMENTS.map((placement) => [`${type}:${placement}`, { type, placement }] as const),
  ),
);

export const PADDING_NAMES: readonly string[] = ["none", ...BY_NAME.keys()];

/**
 * What a name in records stands for; null for none.
 * @throws RangeError that lists the names there are
 */
export function paddingNamed(name: string): Padding | null {
  if (name === "none") return null;
  const padding = BY_NAME.get(name);
  if (!padding)
    throw new RangeError(`No padding "${name}". There are: ${PADDING_NAMES.join(", ")}`);
  return padding;
}
