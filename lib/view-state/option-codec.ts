import { MAX_SAMPLE, MAX_SEED, MAX_SIDES, viewStateSchema, type ViewState } from "./state";
import { readValue, UrlValueError, writeList } from "./url-text";

export type OptionKey = Exclude<keyof ViewState, "view" | "filters" | "where">;

interface OptionCodec {
  readonly param: string;
  /** Null when there is nothing to write. */
  readonly write: (state: ViewState) => string | null;
  /** @throws UrlValueError with the reason. */
  readonly read: (text: string) => Partial<Pick<ViewState, OptionKey>>;
}

/** One option: its parameter, its text, and the value that its schema must accept. */
function option<K extends OptionKey>(
  key: K,
  param: string,
  write: (value: NonNullable<ViewState[K]>) => string | null,
  parse: (text: string) => unknown,
  expects: string,
): OptionCodec {
  const schema = viewStateSchema.shape[key];
  return {
    param,
    write: (state) => {
      const value = state[key];
      return value === null ? null : write(value);
    },
    read: (text) => {
      const result = schema.safeParse(parse(text));
      if (!result.success || result.data === null) throw new UrlValueError(`it must be ${expects}`);
      return { [key]: result.data };
    },
  };
}

const same = (text: string) => text;
const wholeNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);
const listOf = (text: string) => text.split(",").map(readValue);
const flag = [
  (on: boolean) => (on ? "1" : null),
  (text: string) => (text === "1" ? true : text),
  "1",
] as const;
const words = (choices: readonly string[]) => choices.join(" or ");

const { shape } = viewStateSchema;

/** Every option with its parameter, in the order in which a link names them. */
export const OPTIONS: readonly OptionCodec[] = [
  option("metric", "metric", same, same, words(shape.metric.options)),
  option("scale", "scale", same, same, words(shape.scale.options)),
  option("interval", "interval", same, same, words(shape.interval.options)),
  option("k", "k", String, wholeNumber, "a whole number from 1 to 100"),
  option("n", "at", String, wholeNumber, "a number of options from 2 to 1000"),
  option(
    "pair",
    "pair",
    (pair) => pair.join(","),
    (text) => text.split(",").map(wholeNumber),
    "two numbers of options, the smaller one first",
  ),
  option("published", "published", ...flag),
  option("split", "split", ...flag),
  option("by", "by", same, same, words(shape.by.options)),
  option(
    "sides",
    "of",
    (sides) => (sides.length > 0 ? writeList(sides) : null),
    listOf,
    `at most ${MAX_SIDES} names`,
  ),
  option("against", "against", same, same, words(shape.against.options)),
  option("paddings", "paddings", writeList, listOf, "two paddings"),
  option("seed", "seed", String, wholeNumber, `a whole number from 0 to ${MAX_SEED}`),
  option("sample", "sample", String, wholeNumber, `a whole number from 1 to ${MAX_SAMPLE}`),
  option("couple", "couple", same, same, "the key of a pair of conditions"),
  option("part", "part", same, same, words(shape.part.unwrap().options)),
  option("stream", "stream", same, same, words(shape.stream.unwrap().options)),
  option("table", "table", same, same, "a published table"),
  option(
    "sort",
    "sort",
    (sort) => (sort.direction === "desc" ? `-${sort.column}` : sort.column),
    (text) =>
      text.startsWith("-")
        ? { column: text.slice(1), direction: "desc" }
        : { column: text, direction: "asc" },
    "a column, with - in front for descending",
  ),
  option(
    "columns",
    "cols",
    (columns) => columns.join(","),
    (text) => text.split(","),
    "columns",
  ),
  option("hidden", "hide", (keys) => (keys.length > 0 ? writeList(keys) : null), listOf, "series"),
  option("row", "row", same, same, "the key of a row"),
  option("data", "data", same, same, "the id of a snapshot"),
  option("embed", "embed", ...flag),
];
