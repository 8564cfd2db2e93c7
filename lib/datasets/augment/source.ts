import { z } from "zod";
import type { ImportSource } from "@/lib/records/importers/source";
import type { Reject } from "@/lib/records/importers/session";
import { readSourceRows } from "../source-rows";

/** One question of a bank, as its file has it. */
const bankRow = z
  .object({
    id: z.union([z.string().min(1), z.int().transform(String)]),
    question: z.string().min(1),
    options: z.array(z.string().min(1)).min(2, "fewer than two options"),
    /** Zero-based index into options, by either name. */
    key: z.int().nonnegative().optional(),
    answer_index: z.int().nonnegative().optional(),
    section: z.string().min(1),
    topic: z.string().min(1).nullish(),
    /** The part of its source that it stands in; `source` where a file names no split. */
    split: z.string().min(1).nullish(),
    source: z.string().min(1).nullish(),
    /** What a reading found wrong with it. */
    review: z.array(z.unknown()).nullish(),
  })
  .superRefine(({ key, answer_index, options }, context) => {
    const given = [key, answer_index].filter((one) => one !== undefined);
    const [first] = given;
    const fault = (message: string) =>
      context.addIssue({
        code: "custom",
        path: [key === undefined ? "answer_index" : "key"],
        message,
      });
    if (first === undefined) fault("the key is missing (key or answer_index)");
    else if (new Set(given).size > 1) fault(`key and answer_index disagree: ${given.join(", ")}`);
    else if (first >= options.length)
      fault(`the key is beyond the ${options.length} options (the first is 0)`);
  })
  .transform(({ key, answer_index, topic, split, source, review, ...row }) => ({
    ...row,
    key: key ?? answer_index ?? 0,
    topic: topic ?? null,
    split: split ?? source ?? null,
    reviewed: (review ?? []).length > 0,
  }));

/** A question that options can be borrowed for, and from. */
export interface BankQuestion extends z.output<typeof bankRow> {
  /** One-based line of the file. */
  readonly row: number;
}

export interface Bank {
  readonly name: string;
  readonly sha256: string;
  readonly questions: readonly BankQuestion[];
  readonly rejects: readonly Reject[];
}

/**
 * Reads a bank of questions, one JSON object a line: `{id, question, options, key, section, topic?,
 * split?, review?}`, with `answer_index` for `key` and `source` for `split` as well. A line that cannot be
 * read is rejected, and so are all lines of an id that stands twice.
 */
export async function readBank(source: ImportSource): Promise<Bank> {
  const { name, sha256, rows, rejects } = await readSourceRows(source, bankRow);
  const questions: BankQuestion[] = [];
  const clashes: Reject[] = [];
  for (const [id, same] of Map.groupBy(rows, ({ row }) => row.id)) {
    const [first] = same;
    if (first && same.length === 1) questions.push({ ...first.row, row: first.line });
    else
      for (const { line } of same)
        clashes.push({
          file: name,
          line,
          column: "id",
          value: id,
          reason: "stands more than once",
        });
  }
  return { name, sha256, questions, rejects: [...rejects, ...clashes] };
}
