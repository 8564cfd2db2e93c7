import { isDeepStrictEqual } from "node:util";
import { ROW_VIEWS, uniteSources } from "@/lib/cubes/views";
import type { Engine, RawRow } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { catalog } from "@/lib/metrics/catalog";
import { firstQuestions, type Question } from "@/lib/questions/first";
import { answerOf, rowsOfAnswer, type Answer } from "./answers";
import { CUBES_CATALOG } from "./schema";
import { snapshotSource } from "./source";

/**
 * A question whose answers are longer than this, in signs of JSON, is left out: the browser's own
 * engine answers it, and the file stays small whatever the data are. Thousands of fixed items, in
 * the leader table, are such.
 */
const CAP = 512_000;

/** The question that every view asks before all. */
export const FIRST_OF_ALL = "cells";

/** What was recorded, and of which questions. */
export interface Recorded {
  readonly answers: readonly Answer[];
  /** Names of the questions that are answered (lib/questions/first.ts). */
  readonly questions: readonly string[];
}

/** Whether JSON gives back what is in the rows: it has no NaN, no infinity, no negative zero. */
const isHeld = (answer: Answer, rows: readonly RawRow[]): boolean =>
  isDeepStrictEqual(rowsOfAnswer(JSON.parse(JSON.stringify(answer)) as Answer), rows);

/** The answers of one question at a time, on top of those that are kept. */
class Recorder {
  private readonly kept = new Map<string, Answer>();
  readonly questions: string[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly cap: number,
  ) {}

  get answers(): readonly Answer[] {
    return [...this.kept.values()];
  }

  /** @returns what the question is answered; null where it is not, or not from cubes alone. */
  async ask<T>(
    name: string,
    question: (workspace: Parameters<Question>[0]) => Promise<T>,
  ): Promise<T | null> {
    const own = new Map<string, Promise<RawRow[]>>();
    const query: Engine["query"] = (sql, options) => {
      const rows = own.get(sql) ?? this.engine.query(sql, options);
      own.set(sql, rows);
      return rows;
    };
    const engine = Object.assign(Object.create(this.engine) as Engine, { query });
    const ensureRows = () => Promise.reject(new Error("there are no rows here"));
    try {
      const told = await question({ engine, ensureRows });
      await this.keep(name, own);
      return told;
    } catch {
      // The browser's engine is asked the same, and tells what is wrong.
      return null;
    } finally {
      // Where one of several statements failed, the others may still be running.
      await Promise.allSettled(own.values());
    }
  }

  private async keep(name: string, own: ReadonlyMap<string, Promise<RawRow[]>>): Promise<void> {
    const answers: Answer[] = [];
    let size = 0;
    for (const [sql, asked] of own) {
      const rows = await asked;
      const answer = answerOf(sql, rows);
      if (!isHeld(answer, rows)) return;
      size += JSON.stringify(answer).length;
      if (size > this.cap) return;
      answers.push(answer);
    }
    for (const answer of answers) this.kept.set(answer.sql, answer);
    this.questions.push(name);
  }
}

/**
 * Asks the cubes of a snapshot what a fresh browser asks first.
 * @param cubes path of cubes.duckdb
 */
export async function recordAnswers(cubes: string, cap = CAP): Promise<Recorded> {
  const engine = await openNodeEngine();
  try {
    // Sums are then added up in the order in which the browser's one thread adds them.
    await engine.exec("SET threads = 1");
    await engine.attach(CUBES_CATALOG, { kind: "file", path: cubes });
    await uniteSources(engine, [snapshotSource(false)]);
    // Empty as long as no rows are open: a statement that reads them must fail.
    await engine.exec(ROW_VIEWS.map((name) => `DROP VIEW data.${name}`).join("; "));
    const recorder = new Recorder(engine, cap);
    const cells = await recorder.ask(FIRST_OF_ALL, catalog);
    for (const [name, question] of Object.entries(firstQuestions(cells ?? [])))
      await recorder.ask(name, question);
    return { answers: recorder.answers, questions: recorder.questions };
  } finally {
    await engine.close();
  }
}
