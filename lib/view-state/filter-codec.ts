import { RANGE_COLUMNS, CONTAINS_COLUMNS, ONE_OF_COLUMNS } from "./column-filters";
import type { ColumnFilter, FilterColumn } from "./column-filters";
import { filterSchema, type Filter, type FilterField } from "./filters";
import { readValue, UrlValueError, writeList, writeValue } from "./url-text";

/** The URL parameter of each facet. */
export const FILTER_PARAMS: Readonly<Record<FilterField, string>> = {
  model: "model",
  benchmark: "benchmark",
  environment: "env",
  n_options: "N",
  padding: "padding",
  mode: "mode",
  condition: "condition",
  scorer: "scorer",
  run: "run",
  section: "section",
  stem: "stem",
  item: "item",
  outcome: "outcome",
};
export const FIELD_OF_PARAM: ReadonlyMap<string, FilterField> = new Map(
  (Object.entries(FILTER_PARAMS) as [FilterField, string][]).map(([field, param]) => [
    param,
    field,
  ]),
);

const STEM_WORDS = new Map<string, boolean>([
  ["flagged", true],
  ["unflagged", false],
]);

export function writeFilter(filter: Filter): string {
  if (filter.field === "stem")
    return writeList(filter.values.map((v) => (v === null ? null : v ? "flagged" : "unflagged")));
  return writeList(filter.values.map((v) => (v === null ? null : String(v))));
}

function readOne(field: FilterField, text: string): string | number | boolean | null {
  const value = readValue(text);
  if (field === "n_options") {
    if (value === null || !/^\d{1,4}$/.test(value))
      throw new UrlValueError("N must be a whole number");
    return Number(value);
  }
  if (field === "stem" && value !== null) {
    const flag = STEM_WORDS.get(value);
    if (flag === undefined) throw new UrlValueError("stem is flagged or unflagged");
    return flag;
  }
  return value;
}

/**
 * Reads one facet's values. What cannot be read is passed to `refuse` and left out; null when
 * nothing is left.
 */
export function readFilter(
  field: FilterField,
  text: string,
  refuse: (value: string, reason: string) => void,
): Filter | null {
  const values = text.split(",").flatMap((part) => {
    try {
      const value = readOne(field, part);
      const parsed = filterSchema.safeParse({ field, values: [value] });
      if (parsed.success) return [value];
      refuse(part, parsed.error.issues[0]?.message ?? "not a value of this facet");
    } catch (error) {
      if (!(error instanceof UrlValueError)) throw error;
      refuse(part, error.message);
    }
    return [];
  });
  const filter = filterSchema.safeParse({ field, values });
  return filter.success ? filter.data : null;
}

/** Column filters have parameters of their own: `where.trial=5..10`. */
export const WHERE = "where.";
const STATED = "~stated";
const NOT_STATED = "~unstated";
const KINDS = new Map<string, Exclude<ColumnFilter["kind"], "stated">>([
  ...RANGE_COLUMNS.map((c) => [c, "range"] as const),
  ...CONTAINS_COLUMNS.map((c) => [c, "contains"] as const),
  ...ONE_OF_COLUMNS.map((c) => [c, "one_of"] as const),
]);

export function isFilterColumn(column: string): column is FilterColumn {
  return KINDS.has(column);
}

export function writeColumnFilter(filter: ColumnFilter): string {
  switch (filter.kind) {
    case "range":
      return `${filter.min ?? ""}..${filter.max ?? ""}`;
    case "contains":
      return writeValue(filter.text);
    case "one_of":
      return writeList(filter.values);
    case "stated":
      return filter.stated ? STATED : NOT_STATED;
  }
}

function readBound(text: string): number | null {
  if (text === "") return null;
  // Adding zero turns -0 into 0, which is written alike.
  const value = /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/.test(text) ? Number(text) + 0 : Number.NaN;
  if (!Number.isFinite(value)) throw new UrlValueError("not a number");
  return value;
}

/** @throws UrlValueError when the text is no filter of that column. */
export function readColumnFilter(column: FilterColumn, text: string): ColumnFilter {
  if (text === STATED || text === NOT_STATED)
    return { kind: "stated", column, stated: text === STATED };
  const kind = KINDS.get(column);
  if (kind === "range") {
    const [min, max, ...rest] = text.split("..");
    if (min === undefined || max === undefined || rest.length > 0)
      throw new UrlValueError("a range is written low..high");
    const filter = { min: readBound(min), max: readBound(max) };
    if (filter.min === null && filter.max === null) throw new UrlValueError("the range is empty");
    return { kind, column: column as (typeof RANGE_COLUMNS)[number], ...filter };
  }
  if (kind === "contains") {
    const value = readValue(text);
    if (!value) throw new UrlValueError("the text is empty");
    return { kind, column: column as (typeof CONTAINS_COLUMNS)[number], text: value };
  }
  return {
    kind: "one_of",
    column: column as (typeof ONE_OF_COLUMNS)[number],
    values: text.split(",").map(readValue),
  };
}
