import { Command, CommanderError } from "commander";
import { z } from "zod";
import { registerAudit } from "./audit";
import { registerBuild } from "./build";
import { registerCompile } from "./compile";
import { registerExport } from "./export";
import { registerExportSite } from "./export-site";
import { registerImport } from "./import";
import { registerModels } from "./models";
import { registerReport } from "./report";
import { registerRescore } from "./rescore";
import { registerRun } from "./run";
import { registerServe } from "./serve";
import { registerSets } from "./sets";
import { registerSimulate } from "./simulate";
import { registerWorker } from "./worker";
import { endCleanly, failureLine } from "./support/ending";
import { note } from "./support/progress";
import { sweepStore } from "./support/sweep";
import packageJson from "../package.json" with { type: "json" };

/** A failure that one line explains; anything else is a bug and keeps its stack. */
export class CliError extends Error {
  override readonly name = "CliError";
}

const commands: readonly ((program: Command) => void)[] = [
  registerImport,
  registerExport,
  registerExportSite,
  registerReport,
  registerRescore,
  registerSimulate,
  registerBuild,
  registerModels,
  registerSets,
  registerAudit,
  registerRun,
  registerWorker,
  registerCompile,
  registerServe,
];

/**
 * Runs the command line. Exits 0 on success, 1 on a failure that it explains in one line, 2 on bad
 * usage (contract of every command).
 */
export async function main(argv: readonly string[]): Promise<void> {
  const program = new Command("foilscope")
    .description(packageJson.description)
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError("(add --help for the usage)");
  for (const register of commands) register(program);
  // The server ends in its own way, and so does what asks models: open requests may finish.
  program.hook("preAction", (_, command) => {
    if (command.name() !== "serve") endCleanly(!["run", "worker"].includes(command.name()));
    sweepStore();
  });
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = exitCode(error);
  }
}

function exitCode(error: unknown): number {
  // commander has printed its own message already; help and version are no failures.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    note(`foilscope: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
    return 1;
  }
  if (error instanceof Error) {
    note(`foilscope: ${failureLine(error)}`);
    return 1;
  }
  throw error;
}
