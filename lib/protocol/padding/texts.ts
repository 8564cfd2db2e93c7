import { shortHash } from "@/lib/records/hashes";
import englishText from "./data/english-text.json" with { type: "json" };
import koreanList from "./data/korean-list.json" with { type: "json" };
import koreanText from "./data/korean-text.json" with { type: "json" };
import { PADDING_TYPES, type PaddingType } from "./types";

const SYMBOLS = ["#", "%", "_", "*", "+", "=", "~", "^", "@", "&", "|", "/"];
const ROW = 16;
/** Fits the published length: see padding/table.ts. */
const SYMBOL_COUNT = 2384;

/** Rows of one symbol each, the symbols in turn, until `count` stand there. */
function symbolBlock(count: number): string {
  const rows = Array.from({ length: Math.ceil(count / ROW) }, (_, row) => {
    const length = Math.min(ROW, count - row * ROW);
    return new Array(length).fill(SYMBOLS[row % SYMBOLS.length]).join(" ");
  });
  return rows.join("\n");
}

const TEXTS: Readonly<Record<PaddingType, string>> = {
  korean_text: koreanText.join("\n\n"),
  english_text: englishText.join("\n\n"),
  symbol: symbolBlock(SYMBOL_COUNT),
  korean_list: koreanList.join("\n"),
};

/** What sets a padding apart from the rest of the prompt. */
const SEPARATOR = "\n\n";

/** A padding as it goes into a prompt, the blank line behind it included: the same at both placements. */
export function paddingText(type: PaddingType): string {
  return TEXTS[type] + SEPARATOR;
}

/** Names the texts: a change of any makes another protocol. */
export const PADDINGS_HASH = shortHash(["paddings", PADDING_TYPES.map((t) => [t, paddingText(t)])]);
