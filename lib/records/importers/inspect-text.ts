import { Fault } from "./fault";
import { parsePythonJson } from "./json";
import { decodeStrictly } from "./text-blocks";

/** @throws Fault where it is no JSON */
export function parsedBytes(bytes: Uint8Array): unknown {
  const text = decodeStrictly(bytes);
  if (text === null) throw new Fault(null, null, "not UTF-8 text");
  try {
    return parsePythonJson(text);
  } catch {
    throw new Fault(null, text, "no valid JSON");
  }
}
