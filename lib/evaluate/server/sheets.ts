import { bankOfSet, drawSheets, type Bank } from "@/lib/audit/bank";
import { stratumOf } from "@/lib/audit/draw";
import { conditionsOf } from "@/lib/audit/sources";
import { faultLine } from "@/lib/datasets/set-files";
import { BrokenSetError } from "@/lib/datasets/store";
import type { ItemSet } from "@/lib/records/item-set";
import type { DrawnSheetReply, DrawSheet, SheetBankReply } from "../contract/sheets";
import { EvaluateError } from "../refused";
import type { ItemSets } from "./sets";

/** Item sets as sheets need them. */
export type SheetSets = Pick<ItemSets, "list" | "read">;

const refused = (set: string, status: 404 | 409 | 422, why: string) =>
  new EvaluateError(status, "no sheet can be drawn", `item set ${set}`, why);

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function setOf(sets: SheetSets, hash: string): Promise<ItemSet> {
  const { sets: known } = await sets.list();
  if (!known.some((set) => set.hash === hash))
    throw refused(hash, 404, "the store has no such set, and none is shipped");
  try {
    return await sets.read(hash);
  } catch (error) {
    if (!(error instanceof BrokenSetError)) throw error;
    // The first fault alone: the whole message names a directory of this machine.
    const [fault] = error.faults;
    throw refused(hash, 409, fault ? faultLine(fault) : "it is no item set");
  }
}

/** What can be drawn from a set. @throws EvaluateError */
async function bankOf(sets: SheetSets, hash: string): Promise<Bank> {
  const set = await setOf(sets, hash);
  try {
    return bankOfSet(set);
  } catch (error) {
    throw refused(hash, 422, sentence(error));
  }
}

export async function sheetBank(sets: SheetSets, hash: string): Promise<SheetBankReply> {
  const { benchmark, items, orders } = await bankOf(sets, hash);
  return {
    set: hash,
    benchmark,
    items: items.length,
    strata: new Set(items.map(stratumOf)).size,
    conditions: conditionsOf(orders),
  };
}

/** The sheet of one reviewer, by the rule of `foilscope audit draw`. @throws EvaluateError */
export async function drawSheet(sets: SheetSets, asked: DrawSheet): Promise<DrawnSheetReply> {
  const { set, condition, per_stratum: perStratum, seed, record_set } = asked;
  const bank = await bankOf(sets, set);
  try {
    const { sheets, leftOut } = drawSheets(bank, {
      ...{ condition, seed, perStratum, recordSets: [record_set] },
    });
    const [sheet] = sheets;
    if (!sheet) throw new Error("name a record set");
    return { sheet, left_out: [...leftOut] };
  } catch (error) {
    throw refused(set, 422, sentence(error));
  }
}
