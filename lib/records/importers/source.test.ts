import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importSources } from "@/lib/records/import";
import { blobSource, bytesSource } from "./source";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const HEAD = "model,n_options,item_id,trial,gold_pos,resp_pos\n";
/** More rows than are looked at to tell the format. */
const LONG = Array.from({ length: 10_000 }, (_, i) => `torn,4,q${i},1,1,1\n`).join("");
const bytes = (text: string) => new TextEncoder().encode(text);

/** A file that gives this much and then fails, as a folder or a changed file does. */
function failing(text: string): Blob {
  const gone = () => new DOMException("A requested file could not be found", "NotFoundError");
  const parts = text === "" ? [] : [bytes(text)];
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const part = parts.shift();
        if (part) controller.enqueue(part);
        else controller.error(gone());
      },
    });
  const slice = () => ({ arrayBuffer: () => Promise.reject(gone()) });
  return { size: 4096, stream, slice } as unknown as Blob;
}

it("keeps the other files of a drop where one cannot be read, and what came before", async () => {
  const { runs, rejects, rejectCount } = await importSources(engine, [
    blobSource("folder", failing("")),
    blobSource("torn.csv", failing(`${HEAD}${LONG}`)),
    blobSource("torn.parquet", failing("PAR1")),
    bytesSource("whole.csv", bytes(`${HEAD}whole,4,q1,1,1,1\n`)),
  ]);
  expect(runs.map((run) => [run.manifest.name, run.kept])).toEqual([
    [expect.stringContaining("torn"), 10_000],
    [expect.stringContaining("whole"), 1],
  ]);
  expect(rejectCount).toBe(3);
  expect(rejects.map((reject) => reject.file)).toEqual(["folder", "torn.csv", "torn.parquet"]);
  for (const { reason } of rejects) expect(reason).toContain("it cannot be read: it is a folder");
});
