/** Signs that LaTeX reads as commands, or that the old font encoding prints as something else. */
const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  "\u2212": "$-$",
  "–": "--",
  "—": "---",
  "×": "$\\times$",
  Δ: "$\\Delta$",
  "≤": "$\\leq$",
  "≥": "$\\geq$",
  "→": "$\\rightarrow$",
  "·": "$\\cdot$",
  "“": "``",
  "”": "''",
  "‘": "`",
  "’": "'",
};

/** Text inside a LaTeX document: nothing in it acts. */
export function latexText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[&%$#_{}]|[\\~^<>|\u2212–—×Δ≤≥→·“”‘’]/g, (sign) => LATEX[sign] ?? `\\${sign}`);
}

/** One row of a tabular. A `[` or `*` at its start would be read by the `\\` or rule before it. */
export function latexLine(cells: readonly string[]): string {
  const [first = "", ...rest] = cells;
  return `${[first.replace(/^\s*([[*])/, "{$1}"), ...rest].join(" & ")} \\\\`;
}

/** Text inside a cell of a Markdown table, on one line. */
export function markdownText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
