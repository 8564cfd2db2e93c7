import { endOfText } from "./json";

/**
 * Names of an object's own fields, as far as a text goes: what stands at the start of a file tells
 * its form long before the object ends.
 */
export function leadingKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = endOfText(text, at);
      if (end === -1) break;
      if (depth === 1 && expectsKey) keys.push(text.slice(at + 1, end));
      expectsKey = false;
      at = end;
    } else if (char === "{" || char === "[") {
      depth += 1;
      expectsKey = depth === 1 && char === "{";
    } else if (char === "}" || char === "]") {
      depth -= 1;
      if (depth === 0) break;
    } else if (char === ",") expectsKey = depth === 1;
  }
  return keys;
}
