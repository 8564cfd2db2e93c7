import { EngineError } from "./engine";

/** What can go wrong before DuckDB-wasm answers, each with a message of its own. */

/** A server that does not even answer within this time is called missing. */
const ANSWER_MS = 8000;
/** Neither a byte nor a step for this long: it hangs. Compiling takes seconds on a busy machine. */
const STALL_MS = 30_000;
const AGAIN = "Reload the page; if it stays, build and start Foilscope again.";

/**
 * Whether the server has a file that the engine needs: DuckDB waits for ever on a missing one.
 * @throws EngineError naming the file and what to do.
 */
export async function checkAnswers(address: string, what: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(ANSWER_MS) });
    await response.arrayBuffer();
  } catch (cause) {
    const message = `The database engine could not be loaded: the server does not answer for its ${what}. ${AGAIN}`;
    throw new EngineError(message, null, { cause });
  }
  if (!response.ok)
    throw new EngineError(
      `The database engine could not be loaded: its ${what} is missing on the server (HTTP ${response.status}). ${AGAIN}`,
    );
}

/** A start that failed for a reason that only the engine knows. */
export function startFailure(cause: unknown): EngineError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new EngineError(`The database engine could not be started: ${why}. ${AGAIN}`, null, {
    cause,
  });
}

export interface Watchdog {
  /** Rejects when the worker fails, or when nothing has moved for a while. */
  readonly failed: Promise<never>;
  readonly moved: () => void;
  readonly stop: () => void;
}

export function watchdog(worker: Worker): Watchdog {
  let reject: (error: EngineError) => void = () => undefined;
  const failed = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  const late = () => reject(startFailure("it did not answer in time"));
  const broken = (event: ErrorEvent) =>
    reject(startFailure(event.message || "its worker could not run"));
  let timer = setTimeout(late, STALL_MS);
  worker.addEventListener("error", broken);
  return {
    failed,
    moved: () => {
      clearTimeout(timer);
      timer = setTimeout(late, STALL_MS);
    },
    stop: () => {
      clearTimeout(timer);
      worker.removeEventListener("error", broken);
    },
  };
}

/** The death of a running engine's worker: nothing that was asked is answered then. */
export class Crash {
  private error: EngineError | null = null;
  // A promise that every task raced against would hold all of their results for as long as the page
  // lives; only the tasks that are waiting are held here.
  private readonly waiting = new Set<(error: EngineError) => void>();

  constructor(worker: Pick<Worker, "addEventListener">) {
    worker.addEventListener("error", (event) => {
      const why = event.message || "no reason given";
      this.error = new EngineError(`The database engine stopped: ${why}. Reload the page.`);
      for (const reject of this.waiting) reject(this.error);
      this.waiting.clear();
    });
  }

  /** Runs a task of the engine. @throws EngineError once the worker has died. */
  async guard<T>(task: () => Promise<T>): Promise<T> {
    if (this.error) throw this.error;
    let reject: (error: EngineError) => void = () => undefined;
    const died = new Promise<never>((_, refuse) => {
      reject = refuse;
    });
    this.waiting.add(reject);
    try {
      return await Promise.race([task(), died]);
    } finally {
      this.waiting.delete(reject);
    }
  }
}
