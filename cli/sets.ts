import { fileURLToPath } from "node:url";
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { readBank } from "@/lib/datasets/augment/source";
import { provenanceOf, type ProvenanceCounts } from "@/lib/datasets/provenance";
import { faultLine, type SetFault } from "@/lib/datasets/set-files";
import {
  findItemSet,
  itemSetDirs,
  listItemSets,
  readItemSet,
  verifyItemSet,
  type ListedSet,
} from "@/lib/datasets/store";
import { sourceFaults } from "@/lib/datasets/verify-source";
import { formatCount, plural } from "@/lib/format/number";
import { pathSource } from "@/lib/records/store/path-source";
import { note, printable } from "./support/progress";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

async function listed(): Promise<readonly ListedSet[]> {
  const { sets, broken } = await listItemSets(itemSetDirs(ROOT));
  for (const { path, reason } of broken) note(`not read: ${path}: ${reason}`);
  return sets;
}

async function list(): Promise<void> {
  for (const { hash, dir, manifest } of await listed())
    process.stdout.write(
      `${printable([hash, manifest.benchmark, manifest.kind, manifest.name, dir].join("\t"))}\n`,
    );
}

/** A directory, or a hash of the store or of the shipped sets. */
async function dirOf(set: string): Promise<string> {
  return (await stat(set).catch(() => null)) ? set : findItemSet(set, itemSetDirs(ROOT));
}

/** The directories of some sets; of all where none is named. */
async function dirsOf(sets: readonly string[]): Promise<readonly string[]> {
  return sets.length > 0 ? Promise.all(sets.map(dirOf)) : (await listed()).map((set) => set.dir);
}

/** Faults of a set, and what of it the file that it was made from does not have. */
async function faultsOf(dir: string, source: string | undefined): Promise<readonly SetFault[]> {
  const faults = await verifyItemSet(dir);
  if (faults.length > 0 || source === undefined) return faults;
  return [...sourceFaults(await readItemSet(dir), await readBank(await pathSource(source)))];
}

async function verify(
  sets: readonly string[],
  { source }: { readonly source?: string },
): Promise<void> {
  if (source !== undefined && sets.length !== 1)
    throw new Error("--source compares one set with the file that it was made from: name that set");
  for (const dir of await dirsOf(sets)) {
    const faults = await faultsOf(dir, source);
    const lines =
      faults.length === 0 ? ["  sound"] : faults.map((fault) => `  ${faultLine(fault)}`);
    process.stdout.write(`${printable([dir, ...lines].join("\n"))}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

const shareOf = (count: number | null, all: number): string =>
  count === null ? "not known" : `${formatCount(count)} of ${formatCount(all)}`;

function provenanceLines(counts: ProvenanceCounts | null): readonly string[] {
  if (counts === null) return ["  no provenance: where the options come from is not known"];
  const { items, additions, donors } = counts;
  return [
    `  items ${formatCount(items)}, borrowed options ${formatCount(additions)}, donors ${formatCount(donors)}`,
    `  donors that lend to several items: ${shareOf(counts.sharedDonors, donors)}`,
    `  items that share a donor with another: ${shareOf(counts.itemsSharingDonors, items)}`,
    `  borrowed options from items of the set: ${shareOf(counts.fromSelected, additions)}, in ${plural(counts.itemsWithSelected, "item")}`,
    `  borrowed options from another part of the source: ${shareOf(counts.crossSplit, additions)}`,
    `  items whose stem another item has too: ${shareOf(counts.repeatedStems, items)}`,
    `  items whose stem stood in another part of the source when the set was made: ${shareOf(counts.stemsInAnotherSplit, items)}`,
  ];
}

async function provenance(sets: readonly string[]): Promise<void> {
  for (const dir of await dirsOf(sets)) {
    const set = await readItemSet(dir);
    process.stdout.write(`${printable([dir, ...provenanceLines(provenanceOf(set))].join("\n"))}\n`);
  }
}

export function registerSets(program: Command): void {
  const sets = program.command("sets").description("item sets of the store, and those shipped");
  sets.command("list").description("hash, benchmark, kind, name and directory").action(list);
  sets
    .command("verify")
    .description("recompute hashes, scores and levels; exit 1 where anything is wrong")
    .argument("[set...]", "directories or hashes (default: all)")
    .option(
      "--source <file>",
      "of one set: every option stands where its provenance says in this file",
    )
    .action(verify);
  sets
    .command("provenance")
    .description(
      "donors shared between items, borrowed options from items of the set, and across parts",
    )
    .argument("[set...]", "directories or hashes (default: all)")
    .action(provenance);
}
