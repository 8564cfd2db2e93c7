import { resolve } from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { buildAugmented, FIRST_CANDIDATES } from "@/lib/datasets/augment/build";
import { itemSetsDir, writeItemSet } from "@/lib/datasets/store";
import { pathSource } from "@/lib/records/store/path-source";
import { account } from "./support/built-set";
import { evaluationPorts } from "./support/evaluation";
import { rejectLines } from "./support/import-account";
import { note, startProgress } from "./support/progress";
import { hostSelector } from "./support/selector";

interface Flags {
  readonly benchmark: string;
  readonly language: string;
  readonly licence: string;
  readonly name?: string;
  readonly seed: string;
  readonly permutations: number;
  readonly items?: number;
  readonly leastPerSection: number;
  readonly into?: string;
  readonly selector?: string;
}

const count = (least: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least)
    throw new InvalidArgumentError(`a whole number of ${least} or more is needed`);
  return value;
};

async function augmented(file: string, flags: Flags): Promise<void> {
  const { name, items, into, selector, ...about } = flags;
  const chooser =
    selector === undefined
      ? FIRST_CANDIDATES
      : await hostSelector(evaluationPorts().hosts, selector, new AbortController().signal);
  const progress = startProgress();
  try {
    const { parts, rejects } = await buildAugmented(await pathSource(file), {
      ...about,
      name: name ?? flags.benchmark,
      wanted: items ?? null,
      selector: chooser,
      onQuestion: (done, total) =>
        progress.update(done, total, "questions given five more options"),
    });
    progress.stop();
    const parent = resolve(into ?? itemSetsDir());
    process.stdout.write(account(await writeItemSet(parent, parts), parent));
    for (const line of rejectLines(rejects, rejects.length)) note(line);
  } finally {
    progress.stop();
  }
}

export function registerAugmented(build: Command): void {
  build
    .command("augmented")
    .description(
      "five-option questions, each with five distractors borrowed from others of its section",
    )
    .argument(
      "<file>",
      "JSONL: {id, question, options, key or answer_index, section, topic?, split? or source?}",
    )
    .requiredOption("--benchmark <name>", "what responses call it")
    .requiredOption("--language <tag>", "language of the questions, for example tr")
    .requiredOption("--licence <name>", "licence of the questions")
    .option("--name <text>", "name of the set (default: the benchmark)")
    .option("--seed <text>", "draws questions and orders", "42")
    .option("--permutations <n>", "frozen orders of each condition that permutes", count(1), 1)
    .option("--items <n>", "questions that are asked (default: all usable ones)", count(1))
    .option(
      "--least-per-section <n>",
      "leaves out sections with fewer usable questions",
      count(1),
      1,
    )
    .option(
      "--selector <host:model>",
      "model of an attached host that chooses five of the candidates (default: the first five)",
    )
    .option("--into <dir>", "where the set's directory goes (default: sets/ in the data directory)")
    .action(augmented);
}
