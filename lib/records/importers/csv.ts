import Papa from "papaparse";
import { Fault, FileFault } from "./fault";
import { textBlocks } from "./text-blocks";

/** Takes the records of a table; values are texts, null where a cell is empty. */
export interface TableHandler {
  columns(names: readonly string[]): void;
  row(line: number, values: readonly (string | null)[]): void;
}

/** A field that opens a quote and never closes it would otherwise swallow the file. */
const MAX_RECORD = 64 << 20;
/**
 * Our exports put an apostrophe before a text that a spreadsheet would run as a formula (one that
 * starts with = + - @ TAB CR, after any number of apostrophes); import takes that one off again.
 */
const NEUTRALISED = /^'+[=+\-@\t\r]/;

function restored(cell: string): string | null {
  if (cell === "") return null;
  return cell.startsWith("'") && NEUTRALISED.test(cell) ? cell.slice(1) : cell;
}

/** Turns papaparse's steps over one growing text into records with line numbers. */
class RecordReader {
  private line = 1;
  private header: readonly string[] | null = null;
  private text = "";
  private at = 0;
  private badLines: ReadonlySet<number> | null = null;
  private readonly parser: Papa.Parser;

  constructor(
    private readonly delimiter: string,
    private readonly handler: TableHandler,
    private readonly reject: (line: number, fault: Fault) => void,
  ) {
    this.parser = new Papa.Parser({
      delimiter,
      newline: "\n",
      step: (result: Papa.ParseStepResult<string[]>) => this.step(result),
    });
  }

  /**
   * Reads the records that end in `text`.
   * @returns what is left: the beginning of a record
   */
  read(text: string, badLines: ReadonlySet<number> | null, last: boolean): string {
    this.text = text;
    this.at = 0;
    this.badLines = badLines;
    this.parser.parse(text, 0, !last);
    const rest = text.slice(this.at);
    if (rest.length > MAX_RECORD)
      throw new FileFault("a quote is opened and not closed within 64 MB", this.line);
    return rest;
  }

  private step(result: Papa.ParseStepResult<string[]>): void {
    const end = result.meta.cursor;
    // Without `header`, papaparse types a step's data as the list of its one row.
    const [cells = []] = result.data as unknown as string[][];
    const { text, at, line } = this;
    const breaks = text.indexOf("\n", at) >= end - 1 ? 1 : countBreaks(text, at, end);
    this.at = end;
    this.line += breaks;
    withoutReturn(cells, text, at, end, this.delimiter);
    if (cells.length === 1 && cells[0] === "") return;
    try {
      this.record(line, breaks, cells, result.errors[0]?.code);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.reject(line, error);
    }
  }

  private record(
    line: number,
    breaks: number,
    cells: readonly string[],
    error: Papa.ParseError["code"] | undefined,
  ): void {
    if (!this.header) {
      this.header = cells;
      this.handler.columns(cells);
      return;
    }
    const reason = this.faultOf(line, breaks, cells.length, this.header.length, error);
    if (reason !== null) throw new Fault(null, cells.join(this.delimiter), reason);
    this.handler.row(line, cells.map(restored));
  }

  private faultOf(
    line: number,
    breaks: number,
    found: number,
    expected: number,
    error: Papa.ParseError["code"] | undefined,
  ): string | null {
    if (error === "MissingQuotes") return "a quote is opened and not closed";
    if (error) return "text follows a closing quote";
    if (found !== expected) return `${found} fields, but the header names ${expected} columns`;
    const { badLines } = this;
    if (badLines)
      for (let i = line; i < line + breaks; i += 1) if (badLines.has(i)) return "not UTF-8 text";
    return null;
  }
}

function countBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = text.indexOf("\n", start); i !== -1 && i < end; i = text.indexOf("\n", i + 1))
    count += 1;
  return count;
}

/** A CR before the line end belongs to it, unless it stands inside a quoted last field. */
function withoutReturn(
  cells: string[],
  text: string,
  start: number,
  end: number,
  delimiter: string,
): void {
  const last = cells.at(-1);
  if (!last?.endsWith("\r") || text[end - 1] !== "\n") return;
  const from = end - 1 - last.length;
  const before = from > start ? text[from - 1] : delimiter;
  if (before === delimiter && text.startsWith(last, from))
    cells[cells.length - 1] = last.slice(0, -1);
}

/**
 * Reads a delimited table: RFC 4180 quoting, lines end at LF or CRLF, records that do not fit the
 * header are rejected alone.
 * @param between is awaited between blocks
 * @throws FileFault for what spoils the rest of the file.
 */
export async function readTable(
  stream: AsyncIterable<Uint8Array>,
  delimiter: string,
  handler: TableHandler,
  reject: (line: number, fault: Fault) => void,
  between: () => Promise<void>,
): Promise<void> {
  const reader = new RecordReader(delimiter, handler, reject);
  let rest = "";
  let bad: Set<number> | null = null;
  for await (const block of textBlocks(stream)) {
    if (block.badLines) bad = new Set([...(bad ?? []), ...block.badLines]);
    rest = reader.read(rest + block.text, bad, block.torn);
    if (rest === "") bad = null;
    await between();
  }
  if (rest !== "") reader.read(rest, bad, true);
}
