/** An identifier of ours as a reader meets it: "prompt truncated". Files keep the identifier. */
export function inWords(identifier: string): string {
  return identifier.replaceAll("_", " ");
}

/** The name of a padding as a reader meets it: "english text front" for "english_text:front". */
export function paddingWords(padding: string): string {
  return inWords(padding).replaceAll(":", " ");
}
