import { Fault } from "./fault";
import { isObject, kindOf, parseJson, parsePythonJson } from "./json";
import { ElementSplitter } from "./json-elements";
import { isLmResults } from "./lm-eval-results";
import { isLmEval } from "./lm-eval-rows";
import { decodeStrictly, textBlocks } from "./text-blocks";

/** Takes JSON objects. */
export type ObjectHandler = (line: number, row: Record<string, unknown>) => void;
type RejectHandler = (line: number, fault: Fault) => void;

/** Rows of other programs' logs may hold the bare NaN that Python writes; ours may not. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const value = parsePythonJson(text);
    if (isObject(value) && (isLmEval(value) || isLmResults(value))) return value;
    throw error;
  }
}

function readObject(text: string, torn: boolean): Record<string, unknown> {
  let value: unknown;
  try {
    value = parsed(text);
  } catch {
    throw new Fault(null, text, torn ? "cut off" : "no valid JSON");
  }
  if (!isObject(value)) throw new Fault(null, value, `${kindOf(value)}, not an object`);
  return value;
}

function guarded(line: number, reject: RejectHandler, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    reject(line, error);
  }
}

/** Reads one JSON object a line; lines end at LF or CRLF alone. */
export async function readJsonLines(
  stream: AsyncIterable<Uint8Array>,
  handle: ObjectHandler,
  reject: RejectHandler,
  between: () => Promise<void>,
): Promise<void> {
  for await (const block of textBlocks(stream)) {
    const { text, badLines, torn } = block;
    let line = block.firstLine;
    for (let start = 0; start < text.length; line += 1) {
      const found = text.indexOf("\n", start);
      const end = found === -1 ? text.length : found;
      const content = text.slice(start, end);
      start = end + 1;
      const number = line;
      if (content === "" || content.trim() === "") continue;
      guarded(number, reject, () => {
        if (badLines?.has(number)) throw new Fault(null, content, "not UTF-8 text");
        handle(number, readObject(content, torn && found === -1));
      });
    }
    await between();
  }
}

/**
 * Reads the objects of a JSON array, or objects that follow each other.
 * @param at is told the number of the element that comes next
 * @returns whether the file ended properly (a closed array and nothing behind it)
 */
export async function readJsonElements(
  stream: AsyncIterable<Uint8Array>,
  list: boolean,
  at: (element: number | null) => void,
  handle: ObjectHandler,
  reject: RejectHandler,
  between: () => Promise<void>,
): Promise<{ closed: boolean }> {
  const splitter = new ElementSplitter(list, ({ bytes, line, number, torn }) => {
    at(number);
    guarded(line, reject, () => {
      const text = decodeStrictly(bytes);
      if (text === null) throw new Fault(null, null, "not UTF-8 text");
      if (text.trim() === "") throw new Fault(null, null, "nothing between two commas");
      handle(line, readObject(text, torn));
    });
  });
  for await (const chunk of stream) {
    splitter.push(chunk);
    await between();
  }
  splitter.end();
  at(null);
  if (splitter.trailing !== null)
    reject(splitter.trailing, new Fault(null, null, "text follows the end of the array"));
  return { closed: !list || !splitter.open };
}
