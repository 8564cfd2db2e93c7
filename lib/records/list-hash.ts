import { SHORT, shortHash } from "./hashes";
import { sameItem } from "./shown";

/** Names a list of options by their texts in their order: what an index into it means. */
export function listHash(options: readonly string[]): string {
  return shortHash(["list", ...options]);
}

/**
 * SQL: the same, of options as tables hold them. That is JSON without white space, in which a quotation
 * mark inside a string is escaped: what an option says cannot look like the name of a field.
 */
export const listHashSql = (options: string): string => `left(sha256('["list","' || array_to_string(
  regexp_extract_all(${options}, '"text":"((?:[^"\\\\]|\\\\.)*)"', 1), '","') || '"]'), ${SHORT})`;

/** SQL: that two rows mean one list of an item's options; none told equals none told. */
export const sameList = (a: string, b: string): string =>
  `${sameItem(a, b)} AND ${a}.list_hash IS NOT DISTINCT FROM ${b}.list_hash`;
