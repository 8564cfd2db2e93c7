import { vi } from "vitest";
import { main } from "@/cli/main";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process: a process of its own each time would take most of the time. */
export async function foilscope(...args: string[]): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const listen = (name: "stdout" | "stderr") =>
    vi.spyOn(process[name], "write").mockImplementation((piece: string | Uint8Array) => {
      said[name] += typeof piece === "string" ? piece : new TextDecoder().decode(piece);
      return true;
    });
  const spies = [listen("stdout"), listen("stderr")];
  try {
    await main(["node", "foilscope", ...args]);
    return { code: Number(process.exitCode ?? 0), ...said };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}
