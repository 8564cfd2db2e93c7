import { tableColumns, type BrowserEngine } from "@/lib/engine/browser";
import { serveEngine } from "@/lib/engine/remote";
import type { ImportEvent, ImportOutcome, ImportRequest } from "./import-protocol";

type OnProgress = (event: Extract<ImportEvent, { kind: "progress" }>) => void;

/**
 * Imports files into a schema of the engine, in a worker and over a session of its own.
 * @throws Error with what went wrong; the signal's reason when aborted. Nothing of it stays then.
 */
export async function importFiles(
  engine: BrowserEngine,
  files: readonly File[],
  schema: string,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<ImportOutcome> {
  signal.throwIfAborted();
  const session = await engine.session();
  const channel = new MessageChannel();
  const stopServing = serveEngine(channel.port1, session, tableColumns);
  const worker = new Worker(new URL("./import.worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise<ImportOutcome>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      worker.addEventListener("error", (event) =>
        reject(new Error(`the import worker failed: ${event.message || "it could not start"}`)),
      );
      worker.addEventListener("message", ({ data }: MessageEvent<ImportEvent>) => {
        if (data.kind === "progress") onProgress(data);
        else if (data.kind === "done") resolve(data.outcome);
        else reject(new Error(data.message));
      });
      const request: ImportRequest = { files, schema, port: channel.port2 };
      worker.postMessage(request, [channel.port2]);
    });
  } finally {
    worker.terminate();
    stopServing();
    // Waits for what the session is still doing, and undoes what it had not finished.
    await session.close();
  }
}
