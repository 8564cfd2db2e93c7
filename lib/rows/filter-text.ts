import type { ColumnFilter, FilterColumn, RANGE_COLUMNS } from "@/lib/view-state/column-filters";

/** What can be typed into the filter of a number column. */
export const RANGE_HELP = "a number, 3..10, >= 3, <= 10, - for not stated, * for stated";
/** What can be typed into the filter of a text column. */
export const WORDS_HELP = "text that occurs in it, - for not stated, * for stated";

type RangeColumn = (typeof RANGE_COLUMNS)[number];

const NUMBER = String.raw`-?\d{1,15}(?:\.\d{1,15})?`;
const EXACT = new RegExp(`^${NUMBER}$`, "u");
const BOUND = new RegExp(`^(<=|>=|≤|≥)\\s*(${NUMBER})$`, "u");
const RANGE = new RegExp(`^(${NUMBER})?\\s*(?:\\.\\.|…)\\s*(${NUMBER})?$`, "u");

/** "-" and "*": whether the column says anything at all. */
function statedOf(column: FilterColumn, typed: string): ColumnFilter | null {
  if (typed !== "-" && typed !== "*") return null;
  return { kind: "stated", column, stated: typed === "*" };
}

/**
 * Reads what was typed into the filter of a number column.
 * @returns null where nothing was typed.
 * @throws Error with what can be typed.
 */
export function parseRange(column: RangeColumn, text: string): ColumnFilter | null {
  const typed = text.trim();
  if (typed === "") return null;
  const stated = statedOf(column, typed);
  if (stated) return stated;
  const between = (min: string | undefined, max: string | undefined): ColumnFilter => ({
    kind: "range",
    column,
    min: min === undefined ? null : Number(min),
    max: max === undefined ? null : Number(max),
  });
  if (EXACT.test(typed)) return between(typed, typed);
  const bound = BOUND.exec(typed);
  if (bound)
    return bound[1] === "<=" || bound[1] === "≤"
      ? between(undefined, bound[2])
      : between(bound[2], undefined);
  const range = RANGE.exec(typed);
  if (range && (range[1] !== undefined || range[2] !== undefined))
    return between(range[1], range[2]);
  throw new Error(`“${typed}” is not a range: ${RANGE_HELP}`);
}

/** Reads what was typed into the filter of a text column; null where nothing was. */
export function parseWords(
  column: Extract<ColumnFilter, { kind: "contains" }>["column"],
  text: string,
): ColumnFilter | null {
  const typed = text.trim();
  if (typed === "") return null;
  return statedOf(column, typed) ?? { kind: "contains", column, text: typed };
}

/** A filter as it is typed; values picked from a list are joined by commas. */
export function filterText(filter: ColumnFilter | undefined): string {
  if (!filter) return "";
  switch (filter.kind) {
    case "stated":
      return filter.stated ? "*" : "-";
    case "contains":
      return filter.text;
    case "one_of":
      return filter.values.map((value) => value ?? "not stated").join(", ");
    case "range":
      if (filter.min !== null && filter.min === filter.max) return String(filter.min);
      return `${filter.min ?? ""}..${filter.max ?? ""}`;
  }
}
