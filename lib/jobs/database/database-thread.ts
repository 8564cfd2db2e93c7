import { Worker } from "node:worker_threads";
import { JobDatabaseError } from "./database";
import type { StatementResult, ThreadReply, ThreadTask } from "./pglite-thread";

const SCRIPT = new URL("./pglite-thread.ts", import.meta.url);
/** Node reads the script's types away; whatever loaded this program is not needed there. */
const NODE_FLAGS = ["--experimental-strip-types", "--disable-warning=ExperimentalWarning"];

interface Waiting {
  readonly resolve: (reply: ThreadReply) => void;
  readonly reject: (error: Error) => void;
}

/** The thread of an embedded database, as whoever asks it sees it. */
export class DatabaseThread {
  private readonly worker = new Worker(SCRIPT, { execArgv: NODE_FLAGS });
  private waiting: Waiting | null = null;
  private gone: Error | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor() {
    this.worker.on("message", (reply: ThreadReply) => {
      const { waiting } = this;
      this.waiting = null;
      waiting?.resolve(reply);
    });
    this.worker.on("error", (error) => this.end(error.message));
    this.worker.on("exit", (code) => this.end(`its thread ended with ${code}`));
  }

  /** Runs what nothing else of this database may come between: a transaction, or one statement. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const next = this.last.then(work);
    this.last = next.catch(() => undefined);
    return next;
  }

  /**
   * Asks the thread, within `alone`.
   * @throws Error as the database says it, with its code; JobDatabaseError where the thread is gone
   */
  async ask(task: ThreadTask): Promise<StatementResult> {
    const reply = await new Promise<ThreadReply>((resolve, reject) => {
      if (this.gone) {
        reject(this.gone);
        return;
      }
      this.waiting = { resolve, reject };
      this.worker.postMessage(task);
    });
    if (reply.ok) return reply;
    throw Object.assign(new Error(reply.message), { code: reply.code ?? undefined });
  }

  /** Ends the thread; the database was closed before. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private end(why: string): void {
    this.gone ??= new JobDatabaseError(`the embedded job database has ended (${why})`);
    this.waiting?.reject(this.gone);
    this.waiting = null;
  }
}
