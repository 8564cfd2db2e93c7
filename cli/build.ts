import { join, resolve } from "node:path";
import type { Command } from "commander";
import { openKiwi } from "@/lib/datasets/korean/analyser";
import { buildKorean, KOREAN_SEED } from "@/lib/datasets/korean/build";
import { featuresOf } from "@/lib/datasets/korean/features";
import { modelDir } from "@/lib/datasets/korean/model-files";
import { PAIRS_FILE, POOL_FILE, readKoreanSources } from "@/lib/datasets/korean/sources";
import { buildQuestions } from "@/lib/datasets/questions";
import { itemSetsDir, writeItemSet } from "@/lib/datasets/store";
import { dataDir } from "@/lib/records/store/paths";
import { pathSource } from "@/lib/records/store/path-source";
import { account } from "./support/built-set";
import { rejectLines } from "./support/import-account";
import { registerAugmented } from "./build-augmented";
import { note, startProgress } from "./support/progress";

interface KoreanFlags {
  readonly from: string;
  readonly into: string;
  readonly seed: string;
}

async function korean({ from, into, seed }: KoreanFlags): Promise<void> {
  const sources = await readKoreanSources(
    await pathSource(join(from, POOL_FILE)),
    await pathSource(join(from, PAIRS_FILE)),
  );
  const progress = startProgress();
  try {
    progress.update(0, sources.sentences.length, "loading the analyser");
    const kiwi = await openKiwi(modelDir(dataDir()));
    const parts = buildKorean({
      sources,
      seed,
      analyser: kiwi.sources,
      read: (text) => featuresOf(text, kiwi.analyse(text)),
      onSentence: (done, total) => progress.update(done, total, "sentences analysed"),
    });
    progress.stop();
    process.stdout.write(account(await writeItemSet(into, parts), into));
  } finally {
    progress.stop();
  }
}

interface QuestionFlags {
  readonly benchmark: string;
  readonly language: string;
  readonly licence: string;
  readonly name?: string;
  readonly into: string;
}

async function questions(file: string, flags: QuestionFlags): Promise<void> {
  const { into, name, ...about } = flags;
  const built = await buildQuestions(await pathSource(file), {
    ...about,
    name: name ?? flags.benchmark,
  });
  process.stdout.write(account(await writeItemSet(into, built.parts), into));
  for (const line of rejectLines(built.rejects, built.rejects.length)) note(line);
}

export function registerBuild(program: Command): void {
  const build = program.command("build").description("make an item set");
  build
    .command("korean")
    .description("30 targets and a pool of 750 Korean sentences with difficulty levels")
    .requiredOption("--from <dir>", `directory that holds ${POOL_FILE} and ${PAIRS_FILE}`)
    .option("--into <dir>", "where the set's directory goes (default: sets/ in the data directory)")
    .option("--seed <text>", "draws targets and pool", KOREAN_SEED)
    .action((flags: Omit<KoreanFlags, "into"> & { into?: string }) =>
      korean({ ...flags, into: resolve(flags.into ?? itemSetsDir()) }),
    );
  build
    .command("questions")
    .description("fixed questions from JSONL: {id, question, options, origins?, key, section?}")
    .argument("<file>", "one JSON object a line; key is a zero-based index into options")
    .requiredOption("--benchmark <name>", "what responses call it")
    .requiredOption("--language <tag>", "language of the questions, for example tr")
    .requiredOption("--licence <name>", "licence of the questions")
    .option("--name <text>", "name of the set (default: the benchmark)")
    .option("--into <dir>", "where the set's directory goes (default: sets/ in the data directory)")
    .action((file: string, flags: Omit<QuestionFlags, "into"> & { into?: string }) =>
      questions(file, { ...flags, into: resolve(flags.into ?? itemSetsDir()) }),
    );
  registerAugmented(build);
}
