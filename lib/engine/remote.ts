import { encodeBatch } from "./arrow";
import {
  EngineError,
  type ColumnBatch,
  type Engine,
  type QueryOptions,
  type RawRow,
} from "./engine";
import type { SqlType } from "@/lib/records/columns";

/**
 * An engine at the other end of a message port. The import worker stages its rows through one: it
 * encodes them itself and gives the buffers away, so that the page's thread only passes them on.
 */
type Request =
  | { readonly id: number; readonly op: "query"; readonly sql: string }
  | { readonly id: number; readonly op: "exec"; readonly sql: string }
  | {
      readonly id: number;
      readonly op: "insert";
      readonly table: string;
      readonly stream: Uint8Array;
      readonly rows: number;
    }
  | { readonly id: number; readonly op: "columns"; readonly table: string }
  | { readonly id: number; readonly op: "cancel" };
type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly sql: string | null;
    };

/** An engine that also takes encoded batches, as the browser's does. */
export interface InsertingEngine extends Engine {
  insert(table: string, stream: Uint8Array, rows: number): Promise<void>;
}
type TableColumns = readonly { readonly name: string; readonly sql: SqlType }[];

/**
 * Answers the requests that come in through a port with an engine, until the returned function is
 * called.
 */
export function serveEngine(
  port: MessagePort,
  engine: InsertingEngine,
  columnsOf: (engine: Engine, table: string) => Promise<TableColumns>,
): () => void {
  const running = new Map<number, AbortController>();

  const answer = async (request: Request): Promise<unknown> => {
    switch (request.op) {
      case "query": {
        const controller = new AbortController();
        running.set(request.id, controller);
        try {
          return await engine.query(request.sql, { signal: controller.signal });
        } finally {
          running.delete(request.id);
        }
      }
      case "exec":
        return engine.exec(request.sql);
      case "insert":
        return engine.insert(request.table, request.stream, request.rows);
      case "columns":
        return columnsOf(engine, request.table);
      case "cancel":
        return running.get(request.id)?.abort();
    }
  };
  const onMessage = (event: MessageEvent<Request>) => {
    const { id } = event.data;
    const reply = (message: Reply) => port.postMessage(message);
    answer(event.data).then(
      (value) => reply({ id, ok: true, value }),
      (error: unknown) => {
        const sql = error instanceof EngineError ? error.sql : null;
        reply({
          id,
          ok: false,
          message: error instanceof Error ? error.message : String(error),
          sql,
        });
      },
    );
  };
  port.addEventListener("message", onMessage);
  port.start();
  return () => {
    port.removeEventListener("message", onMessage);
    for (const controller of running.values()) controller.abort();
    port.close();
  };
}

/** The engine that answers at the other end of a port. */
export function remoteEngine(port: MessagePort): Engine {
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  port.addEventListener("message", (event: MessageEvent<Reply>) => {
    waiting.get(event.data.id)?.(event.data);
    waiting.delete(event.data.id);
  });
  port.start();

  type Body = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;
  const ask = (body: Body, transfer: Transferable[] = [], signal?: AbortSignal) =>
    new Promise<unknown>((resolve, reject) => {
      const id = (lastId += 1);
      const cancel = () => port.postMessage({ id, op: "cancel" } satisfies Request);
      signal?.addEventListener("abort", cancel, { once: true });
      waiting.set(id, (reply) => {
        signal?.removeEventListener("abort", cancel);
        if (signal?.aborted) reject(signal.reason as Error);
        else if (reply.ok) resolve(reply.value);
        else reject(new EngineError(reply.message, reply.sql));
      });
      port.postMessage({ id, ...body }, transfer);
    });
  const tables = new Map<string, TableColumns>();

  return {
    kind: "browser",
    async query(sql: string, options?: QueryOptions) {
      options?.signal?.throwIfAborted();
      return (await ask({ op: "query", sql }, [], options?.signal)) as RawRow[];
    },
    async exec(sql) {
      // A statement may change tables: their columns are asked again.
      tables.clear();
      await ask({ op: "exec", sql });
    },
    async append(table: string, batch: readonly ColumnBatch[]) {
      const rows = batch[0]?.values.length ?? 0;
      if (rows === 0) return;
      const columns = tables.get(table) ?? ((await ask({ op: "columns", table })) as TableColumns);
      tables.set(table, columns);
      const stream = encodeBatch(columns, batch);
      await ask({ op: "insert", table, stream, rows }, [stream.buffer as ArrayBuffer]);
    },
    attach: () => Promise.reject(new EngineError("databases are attached at the other end")),
    detach: () => Promise.reject(new EngineError("databases are detached at the other end")),
    close() {
      port.close();
      return Promise.resolve();
    },
  };
}
