/**
 * The embedded database in a thread of its own: it is synchronous wasm, and would hold up whoever asks
 * hosts or answers requests. Node runs this file itself, without a loader: it imports packages alone,
 * and its types can be left out.
 */
import { parentPort } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import type { Parameter } from "./database";

/** What the thread is asked, one thing at a time. */
export type ThreadTask =
  | { readonly kind: "open"; readonly dir: string }
  | { readonly kind: "query"; readonly sql: string; readonly parameters: readonly Parameter[] }
  | { readonly kind: "script"; readonly sql: string }
  | { readonly kind: "close" };

export interface StatementResult {
  readonly rows: readonly unknown[];
  readonly affected: number;
}

/** A failure keeps what PostgreSQL calls it. */
export type ThreadReply =
  | ({ readonly ok: true } & StatementResult)
  | { readonly ok: false; readonly message: string; readonly code: string | null };

const NOTHING: StatementResult = { rows: [], affected: 0 };
let client: PGlite | null = null;

function opened(): PGlite {
  if (!client) throw new Error("the embedded database is not open");
  return client;
}

async function carriedOut(task: ThreadTask): Promise<StatementResult> {
  switch (task.kind) {
    case "open":
      client = await PGlite.create(task.dir);
      return NOTHING;
    case "query": {
      const { sql, parameters } = task;
      const { rows, affectedRows } = await opened().query(sql, [...parameters]);
      return { rows, affected: affectedRows ?? 0 };
    }
    case "script":
      await opened().exec(task.sql);
      return NOTHING;
    case "close":
      await opened().close();
      client = null;
      return NOTHING;
  }
}

async function replyTo(task: ThreadTask): Promise<ThreadReply> {
  try {
    return { ok: true, ...(await carriedOut(task)) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { ok: false, message, code: code ?? null };
  }
}

parentPort?.on("message", (task: ThreadTask) => {
  void replyTo(task).then((reply) => parentPort?.postMessage(reply));
});
