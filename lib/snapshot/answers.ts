import { z } from "zod";
import { viewsSql } from "@/lib/cubes/views";
import type { RawRow, RawValue } from "@/lib/engine/engine";
import { portableSha256, shortHash } from "@/lib/records/hashes";
import { snapshotSource } from "./source";

/**
 * answers.json: what a snapshot's first questions are answered, statement by statement, so that the
 * first charts need no database engine. Rows are lists, in the order of `columns`.
 */
const answerSchema = z.strictObject({
  sql: z.string(),
  columns: z.array(z.string()),
  // With all that JSON holds; whoever asked checks each row, as it does those of an engine.
  rows: z.array(z.custom<RawValue[]>(Array.isArray)),
});
export type Answer = z.output<typeof answerSchema>;

const answersSchema = z.strictObject({
  /** What the names under `data` meant: see `viewsKey`. */
  views: z.string(),
  answers: z.array(answerSchema).readonly(),
});

/** The rows of a statement; undefined where it was not asked. */
export type Answers = (sql: string) => RawRow[] | undefined;

/**
 * Changes whenever the views that statements read do: an answer of other views is none, though the
 * statement were the same.
 */
const viewsKey = (): string => shortHash(viewsSql([snapshotSource(false)]));

export function answerOf(sql: string, rows: readonly RawRow[]): Answer {
  const columns = Object.keys(rows[0] ?? {});
  return { sql, columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

/** The rows of an answer. */
export function rowsOfAnswer({ columns, rows }: Answer): RawRow[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null])));
}

/** The text of the file. */
export function writeAnswers(answers: readonly Answer[]): string {
  return JSON.stringify({ views: viewsKey(), answers } satisfies z.input<typeof answersSchema>);
}

/** What names the bytes of the file. */
export function answersHash(bytes: Uint8Array): string {
  const hash = portableSha256();
  hash.update(bytes);
  return hash.hex();
}

/**
 * Reads the file.
 * @param sha256 the hash that its snapshot states
 * @returns null for answers of other views than this program's
 * @throws Error when it is damaged
 */
export function readAnswers(bytes: Uint8Array, sha256: string): Answers | null {
  if (answersHash(bytes) !== sha256) throw new Error("the answers are damaged");
  const { views, answers } = answersSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  if (views !== viewsKey()) return null;
  const bySql = new Map(answers.map((answer) => [answer.sql, answer]));
  // Made when they are asked for: a first view asks few of them.
  return (sql) => {
    const answer = bySql.get(sql);
    return answer && rowsOfAnswer(answer);
  };
}
