import { z } from "zod";
import type { Reject } from "@/lib/records/importers/session";
import type { ImportSource } from "@/lib/records/importers/source";
import type { Item } from "@/lib/records/item";
import { hashOfItem, type ItemSetParts } from "@/lib/records/item-set";
import { stemFlag } from "@/lib/stems/flag";
import { setOfItems, type AboutSet } from "./set-of-items";
import { readSourceRows, type SourceRows } from "./source-rows";

const origin = z.enum(["original", "borrowed"]);

/** One question of a JSONL file. */
const questionSchema = z
  .object({
    id: z.union([z.string().min(1), z.int().transform(String)]),
    question: z.string().min(1),
    options: z.array(z.string().min(1)).min(2, "fewer than two options"),
    /** Where each option comes from; all are original where it is left out. */
    origins: z.array(origin).optional(),
    /** Zero-based index into options. */
    key: z.int().nonnegative(),
    section: z.string().min(1).nullish(),
    /** Whether the stem asks for what does not hold; the rule of the set's language says it else. */
    stem_negative: z.boolean().nullish(),
  })
  .superRefine(({ options, origins, key }, context) => {
    if (key >= options.length)
      context.addIssue({
        code: "custom",
        path: ["key"],
        message: `the key is beyond the ${options.length} options (the first is 0)`,
      });
    else if (origins?.[key] === "borrowed")
      context.addIssue({ code: "custom", path: ["key"], message: "the key is a borrowed option" });
    if (origins && origins.length !== options.length)
      context.addIssue({
        code: "custom",
        path: ["origins"],
        message: `${origins.length} origins for ${options.length} options`,
      });
  });
type Question = z.output<typeof questionSchema>;

function itemOf(benchmark: string, language: string, question: Question): Item {
  const options = question.options.map((text, i) => ({
    text,
    origin: question.origins?.[i] ?? ("original" as const),
    donor_item: null,
    donor_option: null,
  }));
  const item = {
    item_id: question.id,
    stem: question.question,
    target: null,
    target_base: null,
    key: question.key,
    section: question.section ?? null,
    sub_category: null,
    ...stemFlag(question.question, language, question.stem_negative),
  };
  return {
    benchmark,
    ...item,
    options: JSON.stringify(options),
    item_hash: hashOfItem({ ...item, options }),
  };
}

/** A set out of a file of questions, and the lines that could not be read. */
export interface QuestionsBuild {
  readonly parts: ItemSetParts;
  readonly rejects: readonly Reject[];
}

type Lines = SourceRows<Question>["rows"];

/** The same line twice is one; lines that differ under one id are all rejected. */
function distinct(file: string, lines: Lines): { questions: Question[]; rejects: Reject[] } {
  const questions: Question[] = [];
  const rejects: Reject[] = [];
  for (const [id, same] of Map.groupBy(lines, ({ row }) => row.id)) {
    const [first] = same;
    const written = new Set(same.map(({ row }) => JSON.stringify(row)));
    if (first && written.size === 1) questions.push(first.row);
    else
      for (const { line } of same) {
        const others = same.filter((other) => other.line !== line).map((other) => other.line);
        const reason = `another question has this id (line ${others.join(", ")})`;
        rejects.push({ file, line, column: "id", value: id, reason });
      }
  }
  return { questions, rejects };
}

/**
 * Reads fixed questions, one JSON object a line: `{id, question, options, origins?, key, section?}`.
 * A line that cannot be read is rejected; the others make the set.
 * @throws Error where none is left
 */
export async function buildQuestions(
  source: ImportSource,
  about: Pick<AboutSet, "name" | "language" | "licence"> & { readonly benchmark: string },
): Promise<QuestionsBuild> {
  const { benchmark, ...known } = about;
  const read = await readSourceRows(source, questionSchema);
  const { questions, rejects: clashes } = distinct(read.name, read.rows);
  const rejects = [...read.rejects, ...clashes];
  if (questions.length === 0) throw new Error(`${read.name}: no question could be read`);
  const parts = setOfItems(
    questions.map((question) => itemOf(benchmark, known.language, question)),
    {
      ...known,
      sources: [{ name: read.name, sha256: read.sha256 }],
      steps: [
        {
          what: "Questions read from the file",
          counts: {
            lines: read.rows.length + read.rejects.length,
            rejected: rejects.length,
            questions: questions.length,
          },
        },
      ],
    },
  );
  return { parts, rejects };
}
