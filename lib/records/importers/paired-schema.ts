import { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS, textProblem } from "@/lib/records/response";
import { Fault } from "./fault";

/**
 * A *paired bundle*: questions that were asked with their original options and with borrowed ones
 * beside them. Indices are zero-based, null is no readable answer, origin `O` original, `B` borrowed.
 */
const index = z.int().nonnegative();
const answer = index.nullable();
const several = <S extends z.ZodType>(options: S) =>
  z.array(options).min(MIN_OPTIONS).max(MAX_OPTIONS);
const shown = z.object({ text: z.string(), origin: z.enum(["O", "B"]) });
const label = z.string().superRefine((value, context) => {
  const message = textProblem(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});

export const questionSchema = z.object({
  id: label,
  section: label.nullish(),
  negative: z.boolean().nullish(),
  five: z.object({ options: several(z.string()), gold: index, resp: answer }),
  ten: z.object({
    options: several(shown),
    gold: index,
    resp: answer,
    legacy_resp: z.unknown().optional(),
  }),
});
export type Question = z.infer<typeof questionSchema>;
export const legacyAnswer = answer;

/** Reviewer labels by record set and question; each set and label is parsed by itself. */
export const auditSchema = z.object({ labels: z.record(z.string(), z.unknown()) });
export const setSchema = z.record(z.string(), z.unknown());
export const setNameSchema = label;
/** Positions among the ten as shown; null = unresolved. */
export const labelSchema = z.array(index).nullable();

export const bundleSchema = z.object({
  /** Not used: whatever stands there refuses nothing. */
  bootstrap_seed: z.unknown().optional(),
  questions: z.array(z.unknown()),
  audit: z.unknown().optional(),
});

/** The value at a path of a parsed document; undefined where there is none. */
function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null
        ? (at as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
}

/**
 * @param of where the value stands
 * @throws Fault that names the first field that is not what it should be.
 */
export function parsedBy<S extends z.ZodType>(schema: S, value: unknown, of = ""): z.infer<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const path = issue?.path ?? [];
  const name = [...(of === "" ? [] : [of]), ...path.map(String)].join(".");
  throw new Fault(name || null, valueAt(value, path), issue?.message ?? "invalid");
}

/** A question with its options in one list: the originals as first shown, then the borrowed ones. */
export interface ReadQuestion {
  readonly question: Question;
  /** Index of the key among the options. */
  readonly key: number;
  readonly options: readonly { readonly text: string; readonly origin: "original" | "borrowed" }[];
  /** Indices into `options`, as shown beside borrowed ones. */
  readonly order: readonly number[];
}

/**
 * Checks that both conditions show one question: the same original options and the same key.
 * @throws Fault where they do not, or where the question is not of the form.
 */
export function readQuestion(value: unknown): ReadQuestion {
  const question = parsedBy(questionSchema, value);
  const { five, ten } = question;
  for (const side of ["five", "ten"] as const)
    if (question[side].gold >= question[side].options.length)
      throw new Fault(`${side}.gold`, question[side].gold, "the key is beyond the options");
  const left = [...five.options.keys()];
  const borrowed: string[] = [];
  const order = ten.options.map(({ text, origin }) => {
    if (origin === "B") return five.options.length + borrowed.push(text) - 1;
    const at = left.findIndex((option) => five.options[option] === text);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found === undefined)
      throw new Fault("ten.options", text, "an original option that five does not have");
    return found;
  });
  if (left.length > 0)
    throw new Fault("ten.options", five.options[left[0] ?? 0], "lacks an original option of five");
  if (
    five.options[five.gold] !== ten.options[ten.gold]?.text ||
    ten.options[ten.gold]?.origin === "B"
  )
    throw new Fault("ten.gold", ten.gold, "the key is another option than in five");
  return {
    question,
    key: order[ten.gold] ?? five.gold,
    order,
    options: [
      ...five.options.map((text) => ({ text, origin: "original" as const })),
      ...borrowed.map((text) => ({ text, origin: "borrowed" as const })),
    ],
  };
}
