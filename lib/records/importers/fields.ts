/**
 * The fields that an imported row may carry, each with the column names that stand for it, the
 * contract's own name first. Where a file has two of them, the earlier name counts.
 */
const NAMES = {
  run_id: ["run_id"],
  model: ["model"],
  benchmark: ["benchmark"],
  environment: ["environment", "env"],
  item_id: ["item_id", "target_id", "question_id"],
  section: ["section", "category"],
  stem_negative: ["stem_negative"],
  n_options: ["n_options"],
  padding: ["padding"],
  mode: ["mode"],
  condition: ["condition"],
  permutation: ["permutation"],
  trial: ["trial"],
  gold_pos: ["gold_pos"],
  resp_pos: ["resp_pos"],
  outcome: ["outcome"],
  selected_origin: ["selected_origin"],
  scorer: ["scorer"],
  finish_reason: ["finish_reason"],
  reasoning_observed: ["reasoning_observed"],
  prompt_tokens: ["prompt_tokens"],
  completion_tokens: ["completion_tokens"],
  reasoning_tokens: ["reasoning_tokens"],
  cached_tokens: ["cached_tokens"],
  latency_ms: ["latency_ms"],
  attempts: ["attempts"],
  item_hash: ["item_hash"],
  options_hash: ["options_hash"],
  correct: ["correct"],
  text: ["text", "response", "raw"],
  reasoning: ["reasoning", "reasoning_content", "thinking"],
  options: ["options"],
  question: ["question", "stem"],
  provenance: ["provenance"],
  trials_numbered: ["trials_numbered"],
} as const;

export type Field = keyof typeof NAMES;
export const FIELDS = Object.keys(NAMES) as Field[];

/** Values of one row by field; undefined = the file has no such column. */
export type FieldValues = Partial<Record<Field, unknown>>;

interface Meaning {
  readonly field: Field;
  /** Lower wins where several columns stand for one field. */
  readonly rank: number;
}

const MEANINGS = new Map<string, Meaning>(
  FIELDS.flatMap((field) => NAMES[field].map((name, rank) => [name, { field, rank }] as const)),
);

/** What a column name stands for; case and surrounding blanks do not matter. */
function meaningOf(column: string): Meaning | null {
  return MEANINGS.get(column.trim().toLowerCase()) ?? null;
}

/** Column names of which a file of the minimal form must have at least one each. */
export const REQUIRED: readonly (readonly Field[])[] = [
  ["model"],
  ["n_options"],
  ["item_id"],
  ["gold_pos"],
  ["resp_pos", "text"],
];

/** Fields of an object that only the minimal form has. */
export const MINIMAL_FIELDS = ["gold_pos", "n_options", "model"];

/**
 * Which column feeds which field.
 * @returns `fields[i]` = the field of column i or null, and the names that are not read.
 */
export function mapColumns(columns: readonly string[]): {
  fields: (Field | null)[];
  ignored: string[];
} {
  const best = new Map<Field, { rank: number; column: number }>();
  columns.forEach((name, column) => {
    const meaning = meaningOf(name);
    const held = meaning && best.get(meaning.field);
    if (meaning && (!held || meaning.rank < held.rank))
      best.set(meaning.field, { rank: meaning.rank, column });
  });
  const fields = columns.map((): Field | null => null);
  for (const [field, { column }] of best) fields[column] = field;
  return { fields, ignored: columns.filter((_, i) => fields[i] === null) };
}

/** The required fields that none of the given ones stands for, as column names. */
export function missingFields(fields: readonly (Field | null)[]): string[] {
  return REQUIRED.filter((some) => !some.some((field) => fields.includes(field))).map((some) =>
    some.flatMap((field) => NAMES[field]).join(" or "),
  );
}
