export const REDACTED = "[key removed]";

/** Shorter ones are placeholders ("none", "ollama") that local servers ask for, and plain words. */
const SHORTEST_SECRET = 8;

/** Takes a key out of a text in each spelling in which a host may echo it. */
export function redactor(key: string | null): (text: string) => string {
  if (key === null || key.length < SHORTEST_SECRET) return (text) => text;
  const spellings = new Set([
    key,
    JSON.stringify(key).slice(1, -1),
    JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/"),
    encodeURIComponent(key),
    Buffer.from(key).toString("base64"),
  ]);
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((rest, one) => rest.replaceAll(one, REDACTED), text);
}
