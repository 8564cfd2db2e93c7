import type { Engine, QueryOptions, RawRow } from "./engine";

/** Settles as the promise does, or rejects with the signal's reason when that is aborted first. */
export async function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/**
 * An engine that is still starting: statements whose rows are known are answered at once, all others
 * wait for `start`. Once that has resolved the started engine answers everything, the known
 * statements too: what they are asked of may change from then on.
 */
export function answeringEngine(
  known: (sql: string) => RawRow[] | undefined,
  start: Promise<Engine>,
): Engine {
  let answer: typeof known | null = known;
  start.then(
    () => (answer = null),
    () => undefined,
  );
  return {
    kind: "browser",
    query: async (sql: string, options?: QueryOptions) => {
      options?.signal?.throwIfAborted();
      const rows = answer?.(sql);
      return rows ?? (await orAborted(start, options?.signal)).query(sql, options);
    },
    exec: async (sql) => (await start).exec(sql),
    append: async (table, batch) => (await start).append(table, batch),
    attach: async (name, source) => (await start).attach(name, source),
    detach: async (name) => (await start).detach(name),
    close: async () => (await start).close(),
  };
}
