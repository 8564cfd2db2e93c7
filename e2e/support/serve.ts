import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command line, as `npx foilscope` runs it. */
export const CLI = fileURLToPath(new URL("../../cli/foilscope.mjs", import.meta.url));

export interface Served {
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts `foilscope serve` on a store of its own, on a free port.
 * @param more variables of its environment
 * @throws Error with what the server said when it ends before it serves.
 */
export async function serveStore(
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [CLI, "serve"], {
    env: { ...process.env, FOILSCOPE_DATA: dataDir, HOST: "127.0.0.1", PORT: "0", ...more },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
  });
  let said = "";
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const address = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
      if (address) resolve(address);
    });
    child.on("exit", () => reject(new Error(`the server ended before it served: ${said}`)));
  });
  return {
    origin,
    stop: () => {
      child.kill("SIGTERM");
      return exited;
    },
  };
}
