import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { LLAMA_SITE, llamaMissing, modelFile, PYTHON } from "./llama-install";
import { LLAMA_MODELS, type LlamaModelName } from "./llama-models";

const SCRIPT = fileURLToPath(new URL("llama_host.py", import.meta.url));

export interface LlamaHost {
  /** Its OpenAI-style base address. */
  readonly baseUrl: string;
  readonly model: string;
  close(): Promise<void>;
}

const ready = z.object({ address: z.url() });

/**
 * Starts llama.cpp's server on loopback; it ends with this process.
 * @param context tokens of one slot
 * @param port 0 for any free one
 * @throws Error with the end of what the server said, where it does not start.
 */
export async function startLlama(
  name: LlamaModelName,
  { context = 2048, slots = 2, threads = 1, port = 0 } = {},
): Promise<LlamaHost> {
  const missing = llamaMissing(name);
  if (missing !== null) throw new Error(missing);
  const { file, template } = LLAMA_MODELS[name];
  const numbers = [context * slots, slots, threads, port].map(String);
  const child = spawn(PYTHON, [SCRIPT, modelFile(name), ...numbers, template ?? ""], {
    env: { ...process.env, PYTHONPATH: LLAMA_SITE, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => {
    said = (said + part.toString()).slice(-2000);
  });
  const exited = new Promise<void>((done) => child.once("exit", () => done()));
  const lines = createInterface({ input: child.stdout });
  const address = await Promise.race([
    new Promise<string>((found) =>
      lines.on("line", (line) => {
        if (line.startsWith("{")) found(ready.parse(JSON.parse(line)).address);
      }),
    ),
    exited.then(() => Promise.reject(new Error(`llama.cpp did not start: ${said}`))),
  ]);
  return {
    baseUrl: `${address}/v1`,
    model: file,
    close: async () => {
      child.stdin.end();
      // Python waits for the server's threads; nothing of them is needed.
      child.kill("SIGKILL");
      await exited;
    },
  };
}
