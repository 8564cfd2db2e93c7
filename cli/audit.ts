import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError, type Command } from "commander";
import { z } from "zod";
import { bankOfSet, drawSheets, type Bank } from "@/lib/audit/bank";
import { recordSetName, SHEET_ENDING } from "@/lib/audit/sheet";
import { findItemSet, itemSetDirs, readItemSet } from "@/lib/datasets/store";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import { formatCount, plural } from "@/lib/format/number";
import { correctionLine, recordLine } from "@/lib/records/audit-lines";
import { stagedAudit } from "@/lib/records/audit-stage";
import { itemFields, optionSchema } from "@/lib/records/item";
import { jsonList } from "@/lib/records/json-list";
import { itemName, sameItem, shownFields } from "@/lib/records/shown";
import { errorCode } from "@/lib/records/store/error-code";
import { loadRuns } from "@/lib/records/store/load";
import { findAllRuns } from "@/lib/records/store/paths";
import { assertRead } from "./support/open-paths";
import { note, printable } from "./support/progress";
import { withScratchEngine } from "./support/scratch";
import { runsDir } from "./support/store-dir";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface DrawFlags {
  readonly set?: string;
  readonly benchmark?: string;
  readonly condition?: string;
  readonly perStratum: number;
  readonly seed: string;
  readonly reviewers: readonly string[];
  readonly out: string;
}

/** @param set a directory, or a hash of the store or of the shipped sets */
async function bankOfSetAt(set: string): Promise<Bank> {
  const there = await stat(set).catch(() => null);
  return bankOfSet(await readItemSet(there ? set : await findItemSet(set, itemSetDirs(ROOT))));
}

const itemRow = itemFields
  .pick({
    ...{ item_id: true, item_hash: true, section: true, stem_negative: true, stem: true },
    ...{ key: true },
  })
  .extend({ options: jsonList(optionSchema) });
const orderRow = shownFields
  .omit({ benchmark: true })
  .extend({ order: jsonList(z.int().nonnegative()) });

const askedRow = z.strictObject({ item_id: z.string(), described: z.boolean() });

/**
 * What was asked is what a sample has to stand for.
 * @throws Error where some of it has no options or no key: what can be drawn is then no sample of it
 */
async function assertDescribed(engine: Engine, benchmark: string): Promise<void> {
  const asked = await queryRows(
    engine,
    askedRow,
    // A name without a hash may be any question of its id: another run of that id describes it.
    `SELECT r.item_id, coalesce(bool_and(i.key IS NOT NULL AND i.options <> '[]')
          FILTER (WHERE r.item_hash IS NOT NULL),
        bool_and(i.key IS NOT NULL AND i.options <> '[]')) IS TRUE AS described
      FROM (SELECT DISTINCT ${Object.keys(itemName).join(", ")} FROM stage.responses
        WHERE benchmark = ${text(benchmark)}) AS r
      LEFT JOIN stage.items AS i ON ${sameItem("i", "r")}
      GROUP BY r.item_id ORDER BY r.item_id`,
  );
  if (asked.length === 0) throw new Error(`no run in ${runsDir()} was asked ${benchmark}`);
  const lost = asked.filter(({ described }) => !described);
  if (lost.length === 0) return;
  throw new Error(
    `of ${formatCount(lost.length)} of the ${plural(asked.length, "item")} of ${benchmark} that runs in ` +
      `${runsDir()} were asked, these runs hold no options or no key (the first: ${lost[0]?.item_id ?? ""}): ` +
      "a sample of the others would not stand for what was asked. Import the runs with all their texts, or " +
      "draw from an item set by --set",
  );
}

/** The items that the store's runs of a benchmark were asked. */
async function bankOfRuns(benchmark: string): Promise<Bank> {
  return withScratchEngine(async (engine) => {
    const { broken } = await loadRuns(engine, await findAllRuns([], runsDir()), { texts: false });
    assertRead(broken);
    await assertDescribed(engine, benchmark);
    const where = `benchmark = ${text(benchmark)}`;
    const items = await queryRows(
      engine,
      itemRow,
      `SELECT DISTINCT item_id, item_hash, section, stem_negative, stem, key, options
        FROM stage.items AS i WHERE ${where} AND EXISTS (
          SELECT 1 FROM stage.responses AS r WHERE ${sameItem("r", "i")}) ORDER BY ALL`,
    );
    const orders = await queryRows(
      engine,
      orderRow,
      `SELECT DISTINCT item_id, item_hash, condition, permutation, "order"
        FROM stage.presentations WHERE ${where} ORDER BY ALL`,
    );
    return { benchmark, itemSet: null, items, orders };
  });
}

async function bankOf({ set, benchmark }: DrawFlags): Promise<Bank> {
  if ((set === undefined) === (benchmark === undefined))
    throw new Error("name what to draw from: either --set or --benchmark");
  return set === undefined ? bankOfRuns(benchmark ?? "") : bankOfSetAt(set);
}

async function draw(flags: DrawFlags): Promise<void> {
  const { seed, perStratum, out, condition = null } = flags;
  const recordSets = [...new Set(flags.reviewers)];
  const { sheets, leftOut } = drawSheets(await bankOf(flags), {
    ...{ condition, seed, perStratum, recordSets },
  });
  for (const { item_id, why } of leftOut) note(`left out: ${printable(item_id)}: ${why}`);
  await mkdir(out, { recursive: true });
  for (const sheet of sheets) {
    const path = join(out, `${sheet.record_set}${SHEET_ENDING}`);
    // A sheet that is being worked on is never written over.
    await writeFile(path, `${JSON.stringify(sheet, null, 1)}\n`, { flag: "wx" }).catch(
      (error: unknown) => {
        if (errorCode(error) !== "EEXIST") throw error;
        throw new Error(`${path} is there already: name another directory by --out`);
      },
    );
    process.stdout.write(`${path}\n`);
  }
  const [first] = sheets;
  const strata = new Set(first?.items.map(({ stratum }) => stratum)).size;
  note(
    `${plural(first?.items.length ?? 0, "item")} of ${plural(strata, "stratum", "strata")} stand for ${formatCount(first?.population ?? 0)}`,
  );
}

async function exportAudit(runs: readonly string[]): Promise<void> {
  const dirs = await findAllRuns(runs, runsDir());
  const lines = await withScratchEngine(async (engine) => {
    const { broken } = await loadRuns(engine, dirs, { texts: false });
    assertRead(broken);
    const { records, corrections } = await stagedAudit(engine);
    return [...records.map(recordLine), ...corrections.map(correctionLine)];
  });
  if (lines.length === 0) throw new Error("no reviewer records stand beside these runs");
  process.stdout.write(lines.join(""));
}

function wholeFromOne(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError("must be a whole number from 1");
  return count;
}

function recordSet(value: string, before: readonly string[] | undefined): string[] {
  const name = recordSetName.safeParse(value);
  if (!name.success) throw new InvalidArgumentError(name.error.issues[0]?.message ?? "is no name");
  return [...(before ?? []), name.data];
}

export function registerAudit(program: Command): void {
  const audit = program.command("audit").description("samples for reviewers, and their records");
  audit
    .command("draw")
    .description("draw a sample by section and flag, and write a sheet for each reviewer")
    .option("--set <set>", "an item set: its hash or directory")
    .option("--benchmark <name>", "the items that the store's runs of a benchmark were asked")
    .option("--condition <name>", "the presentation whose order of options is shown")
    .requiredOption("--per-stratum <n>", "items of each section and flag", wholeFromOne)
    .requiredOption("--seed <seed>", "decides which items, by their hashes")
    .option("--reviewers <name...>", "record sets, a sheet each (default: R1 R2)", recordSet)
    .option("--out <dir>", "where the sheets go", ".")
    .action((flags: Omit<DrawFlags, "reviewers"> & { readonly reviewers?: readonly string[] }) =>
      draw({ ...flags, reviewers: flags.reviewers ?? ["R1", "R2"] }),
    );
  audit
    .command("export")
    .description("print reviewer records and corrections as JSONL, which imports again")
    .argument("[run...]", "run ids, run directories, or directories of them (default: the store)")
    .action(exportAudit);
}
