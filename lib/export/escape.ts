/** Signs that LaTeX reads as commands, or that the old font encoding prints as something else. */
const LATEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  "`": "\\textasciigrave{}",
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
    .replace(/[&%$#_{}]|[\\~^<>|`\u2212–—×Δ≤≥→·“”‘’]|-(?=-)|'(?=')/g, (sign) =>
      // Two hyphens or apostrophes in a row would become one sign.
      sign === "-" || sign === "'" ? `${sign}{}` : (LATEX[sign] ?? `\\${sign}`),
    );
}

/** One row of a tabular. A `[` or `*` at its start would be read by the `\\` or rule before it. */
export function latexLine(cells: readonly string[]): string {
  const [first = "", ...rest] = cells;
  return `${[first.replace(/^\s*([[*])/, "{$1}"), ...rest].join(" & ")} \\\\`;
}

/** Signs that Markdown, GitHub's tables or HTML read as markup, wherever in a line they stand. */
const MARKDOWN = /[\\|`*~$]/g;
/** An underscore inside a word is one; elsewhere it may begin or end emphasis. */
const UNDERSCORE = /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** A bracket may begin a link or a footnote; `[0.12, 0.34]` with nothing behind it does not. */
const BRACKET = /\[(?![-+\u2212\d., ]+\](?![([:]))/g;
/** What makes an address or a mention a link by itself. */
const LINKED = /@|:(?=\/\/)|(?<=www)\./gi;

const entity = (sign: string) => `&#${sign.charCodeAt(0)};`;

/** Text inside Markdown, on one line: every sign of it shows, and nothing in it acts. */
export function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(LINKED, entity)
    .replace(MARKDOWN, "\\$&")
    .replace(UNDERSCORE, "\\_")
    .replace(BRACKET, "\\[");
}
