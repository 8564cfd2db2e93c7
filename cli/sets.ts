import { fileURLToPath } from "node:url";
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import {
  findItemSet,
  itemSetDirs,
  listItemSets,
  verifyItemSet,
  type ListedSet,
} from "@/lib/datasets/store";
import { faultLine } from "@/lib/datasets/verify";
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

async function verify(sets: readonly string[]): Promise<void> {
  const dirs =
    sets.length > 0 ? await Promise.all(sets.map(dirOf)) : (await listed()).map((set) => set.dir);
  for (const dir of dirs) {
    const faults = await verifyItemSet(dir);
    const lines =
      faults.length === 0 ? ["  sound"] : faults.map((fault) => `  ${faultLine(fault)}`);
    process.stdout.write(`${printable([dir, ...lines].join("\n"))}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

export function registerSets(program: Command): void {
  const sets = program.command("sets").description("item sets of the store, and those shipped");
  sets.command("list").description("hash, benchmark, kind, name and directory").action(list);
  sets
    .command("verify")
    .description("recompute hashes, scores and levels; exit 1 where anything is wrong")
    .argument("[set...]", "directories or hashes (default: all)")
    .action(verify);
}
