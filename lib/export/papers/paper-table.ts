import { latexLine, latexText, markdownText } from "../escape";

/** A table as a paper sets it: every cell a text, rows in groups. */
export interface PaperTable {
  /** Names the table in `\label` and in `--layout`. */
  readonly id: string;
  readonly caption: string;
  readonly columns: readonly PaperColumn[];
  readonly rows: readonly PaperRow[];
  /** The first column names a group: LaTeX prints it once and draws a rule between groups. */
  readonly grouped: boolean;
  readonly notes: readonly { readonly sign: string; readonly text: string }[];
}

export interface PaperColumn {
  readonly label: string;
  /** Set below the line behind the label. */
  readonly sub?: string;
  readonly align: "l" | "r";
}

/** A column of texts, or of numbers with what stands below the line behind its label. */
export const left = (label: string): PaperColumn => ({ label, align: "l" });
export const right = (label: string, sub?: string | number): PaperColumn => ({
  label,
  align: "r",
  ...(sub !== undefined && { sub: String(sub) }),
});

/** Cells in the order of the columns; null prints as a dash, which a note may explain. */
export type PaperRow = readonly PaperCell[];
export interface PaperCell {
  readonly text: string | null;
  /** Signs of notes: "a,c". */
  readonly signs?: string;
}

/** What stands where the records give no value. */
const DASH = "--";

function latexCell({ text, signs }: PaperCell): string {
  const sup = signs === undefined || signs === "" ? "" : `\\textsuperscript{${latexText(signs)}}`;
  return (text === null ? DASH : latexText(text)) + sup;
}

function latexHeading({ label, sub }: PaperColumn): string {
  return latexText(label) + (sub === undefined ? "" : `$_{${latexText(sub)}}$`);
}

/** A `table` float for the `booktabs` package. */
export function paperLatex(table: PaperTable): string {
  const { columns, rows, notes, grouped } = table;
  const body = rows.flatMap((row, i) => {
    const group = row[0]?.text;
    const same = grouped && i > 0 && rows[i - 1]?.[0]?.text === group;
    const cells = row.map((cell, at) => (same && at === 0 ? "" : latexCell(cell)));
    return [...(grouped && i > 0 && !same ? ["\\midrule"] : []), latexLine(cells)];
  });
  const empty = `\\multicolumn{${columns.length}}{l}{No rows.} \\\\`;
  const said = notes.map(
    ({ sign, text }) => `\\textsuperscript{${latexText(sign)}} ${latexText(text)}`,
  );
  return [
    "\\begin{table}",
    "\\centering",
    "\\small",
    `\\begin{tabular}{${columns.map((column) => column.align).join("")}}`,
    "\\toprule",
    latexLine(columns.map(latexHeading)),
    "\\midrule",
    ...(rows.length === 0 ? [empty] : body),
    "\\bottomrule",
    "\\end{tabular}",
    ...(said.length === 0 ? [] : ["", `{\\footnotesize ${said.join(" ")}\\par}`, ""]),
    `\\caption{${latexText(table.caption)}}`,
    `\\label{tab:${table.id.replace(/[^A-Za-z0-9-]/g, "-")}}`,
    "\\end{table}",
    "",
  ].join("\n");
}

function markdownCell({ text, signs }: PaperCell): string {
  const sup = signs === undefined || signs === "" ? "" : `<sup>${markdownText(signs)}</sup>`;
  return (text === null ? DASH : markdownText(text)) + sup;
}

/** A pipe table under its caption; every row names its group. */
export function paperMarkdown(table: PaperTable): string {
  const { columns, rows, notes } = table;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const heading = ({ label, sub }: PaperColumn) =>
    markdownText(label) + (sub === undefined ? "" : `<sub>${markdownText(sub)}</sub>`);
  return [
    `**${markdownText(table.caption)}**`,
    "",
    ...(rows.length === 0
      ? ["No rows."]
      : [
          line(columns.map(heading)),
          line(columns.map(({ align }) => (align === "l" ? "---" : "---:"))),
          ...rows.map((row) => line(row.map(markdownCell))),
        ]),
    ...notes.flatMap(({ sign, text }) => [
      "",
      `<sup>${markdownText(sign)}</sup> ${markdownText(text)}`,
    ]),
    "",
  ].join("\n");
}
