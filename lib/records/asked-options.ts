import { z } from "zod";
import { labelOf, type LabelStyle } from "@/lib/scoring/labels";

/**
 * Which options a stored request showed, and in which order: importers state them
 * (`{"options": [...]}`), and the prompt of a measured run lists them.
 */
const statedSchema = z.looseObject({ options: z.array(z.string()) });

/** The JSON of a stored text; null where it is none: a request in another form is one all the same. */
export function jsonOf(stored: string | null): unknown {
  if (stored === null) return null;
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return null;
  }
}

/** The texts in the order shown, where the stored request states them. */
export function statedOptions(request: string | null, count: number): readonly string[] | null {
  const stated = statedSchema.safeParse(jsonOf(request));
  return stated.success && stated.data.options.length === count ? stated.data.options : null;
}

/** Every text inside a JSON value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * The options of an item in the order in which a prompt lists them (`label. text`, a line each).
 * @returns null unless each of the `count` lines is one of the options, and each option one line
 */
function listedIn<O extends { readonly text: string }>(
  prompt: string,
  options: readonly O[],
  count: number,
  labels: LabelStyle,
): readonly O[] | null {
  const lines = `\n${prompt}\n`;
  const listed = Array.from({ length: count }, (_, index) =>
    options
      .filter(({ text }) => lines.includes(`\n${labelOf(index + 1, labels)}. ${text.trim()}\n`))
      // One option may begin with all of another, the next line being its own.
      .reduce<O | null>(
        (best, one) => (best && best.text.length >= one.text.length ? best : one),
        null,
      ),
  );
  const found = listed.filter((option) => option !== null);
  return found.length === count && new Set(found).size === count ? found : null;
}

/** An item's options with the zero-based index of its key, null where it has none. */
export interface KnownOptions<O> {
  readonly options: readonly O[];
  readonly key: number | null;
}

/** The options as the request of a measured run lists them; null where it does not tell. */
export function listedOptions<O extends { readonly text: string }>(
  request: string | null,
  { options, key }: KnownOptions<O>,
  shown: { readonly n_options: number; readonly gold_pos: number; readonly labels: LabelStyle },
): readonly O[] | null {
  const gold = key === null ? undefined : options[key];
  for (const prompt of textsIn(jsonOf(request))) {
    const listed = listedIn(prompt, options, shown.n_options, shown.labels);
    if (listed && (gold === undefined || listed[shown.gold_pos - 1] === gold)) return listed;
  }
  return null;
}
