import { z } from "zod";
import {
  answersSchema,
  correctionFields,
  instantSchema,
  judgementSchema,
  NOTHING_MORE,
  type AuditRecord,
  type Correction,
  type Judgement,
  type JudgementField,
} from "@/lib/records/audit";
import { corrected } from "@/lib/records/audit-corrections";
import { correctionLine, recordLine } from "@/lib/records/audit-lines";
import { listHash } from "@/lib/records/list-hash";
import type { Sheet, SheetItem } from "./sheet";

/** What may be said only when key and origins are known. */
const second = judgementSchema.pick({
  clarity: true,
  key_support: true,
  duplicates: true,
  section_fit: true,
  borrowed: true,
  notes: true,
});
export type SecondPass = z.output<typeof second>;

const first = z.strictObject({
  /** Indices into the item's options; null = unresolved. */
  answers: answersSchema.nullable(),
  polarity: judgementSchema.shape.polarity,
  locked_at: instantSchema,
});

/** What a reviewer has done with one item. */
export const itemWorkSchema = z.strictObject({
  /** What is chosen so far; nothing of it counts before it is locked. */
  draft: z.strictObject({
    answers: answersSchema,
    /** Said in place of answers: none of them holds, or it cannot be told. */
    instead: z.enum(["none", "unresolved"]).nullable(),
    polarity: judgementSchema.shape.polarity,
  }),
  first: first.nullable(),
  second,
  /** When the second pass was ended; null while it is open. */
  second_at: instantSchema.nullable(),
  corrections: z.array(
    correctionFields.pick({
      field: true,
      original: true,
      revised: true,
      reason: true,
      by: true,
      at: true,
    }),
  ),
});
export type ItemWork = z.output<typeof itemWorkSchema>;

/** The work on one sheet, as the browser keeps it. */
export const workSchema = z.strictObject({
  version: z.literal(1),
  reviewer: z.string(),
  items: z.record(z.string(), itemWorkSchema),
});
export type Work = z.output<typeof workSchema>;

export const NO_WORK: Work = { version: 1, reviewer: "", items: {} };
const { clarity, key_support, duplicates, section_fit, borrowed, notes } = NOTHING_MORE;
const NOTHING_SAID: SecondPass = {
  ...{ clarity, key_support, duplicates, section_fit, borrowed, notes },
};
const NOT_LOCKED: Judgement = { answers: null, polarity: null, ...NOTHING_SAID };
const UNTOUCHED: ItemWork = {
  draft: { answers: [], instead: null, polarity: null },
  first: null,
  second: NOTHING_SAID,
  second_at: null,
  corrections: [],
};

export const workOn = (work: Work, itemId: string): ItemWork =>
  Object.hasOwn(work.items, itemId) ? (work.items[itemId] ?? UNTOUCHED) : UNTOUCHED;

const withItem = (work: Work, itemId: string, own: ItemWork): Work => ({
  ...work,
  items: { ...work.items, [itemId]: own },
});

/** Changes the draft of an item; a locked one stays. */
export function draft(work: Work, itemId: string, change: Partial<ItemWork["draft"]>): Work {
  const own = workOn(work, itemId);
  return own.first ? work : withItem(work, itemId, { ...own, draft: { ...own.draft, ...change } });
}

/** Takes an option into the draft, or out of it. @param option index into the item's options */
export function toggle(work: Work, itemId: string, option: number): Work {
  const { answers } = workOn(work, itemId).draft;
  const next = answers.includes(option)
    ? answers.filter((at) => at !== option)
    : [...answers, option].sort((a, b) => a - b);
  return draft(work, itemId, { answers: next, instead: null });
}

/** Says that none holds, or that it cannot be told, in place of answers; again takes it back. */
export function sayInstead(work: Work, itemId: string, what: "none" | "unresolved"): Work {
  const { instead } = workOn(work, itemId).draft;
  return draft(work, itemId, { answers: [], instead: instead === what ? null : what });
}

/** Whether a draft says something that can be locked: choosing nothing is no answer. */
export const canLock = ({ first: locked, draft: { answers, instead } }: ItemWork): boolean =>
  locked === null && (answers.length > 0 || instead !== null);

/** Locks the first answer for good. */
export function lock(work: Work, itemId: string, at: string): Work {
  const own = workOn(work, itemId);
  if (!canLock(own)) return work;
  const { answers, instead, polarity } = own.draft;
  return withItem(work, itemId, {
    ...own,
    first: { answers: instead === "unresolved" ? null : answers, polarity, locked_at: at },
  });
}

/** Fills in fields of the second pass, while it is open and the first answer is locked. */
export function fillSecond(work: Work, itemId: string, change: Partial<SecondPass>): Work {
  const own = workOn(work, itemId);
  if (!own.first || own.second_at !== null) return work;
  return withItem(work, itemId, { ...own, second: { ...own.second, ...change } });
}

/** Ends the second pass of an item: from then on it changes by corrections alone. */
export function endSecond(work: Work, itemId: string, at: string): Work {
  const own = workOn(work, itemId);
  if (!own.first || own.second_at !== null) return work;
  return withItem(work, itemId, { ...own, second_at: at });
}

/** What was locked of an item; null before. Fields of an open second pass are not said yet. */
function lockedOf({ first: locked, second: said, second_at }: ItemWork): Judgement | null {
  if (!locked) return null;
  const { answers, polarity } = locked;
  return { answers, polarity, ...(second_at === null ? NOTHING_SAID : said) };
}

/** What the indices of a sheet's item mean. */
const listOf = (options: SheetItem["options"]) => listHash(options.map(({ text }) => text));

/** The log of an item as its records carry it. */
function logOf(
  sheet: Sheet,
  { item_id, item_hash, options }: SheetItem,
  { corrections }: ItemWork,
): Correction[] {
  const { benchmark, record_set } = sheet;
  return corrections.map((one) => ({
    ...{ benchmark, item_id, item_hash, record_set, citation: null },
    list_hash: listOf(options),
    ...one,
  }));
}

/** What stands of an item after its corrections; null before it is locked. */
export function standing(sheet: Sheet, item: SheetItem, work: Work): Judgement | null {
  const own = workOn(work, item.item_id);
  const locked = lockedOf(own);
  return locked && corrected(locked, logOf(sheet, item, own), item.options.length).judgement;
}

/** How far an item has come: what is locked or logged weighs more than what is still open. */
const progress = ({ first: locked, second_at, corrections }: ItemWork): number =>
  (locked === null ? 0 : 1) + (second_at === null ? 0 : 1) + corrections.length;

/** Two works on one sheet as one: of each item the one that is further on, the own where they are even. */
export function mergedWork(own: Work, other: Work): Work {
  const further = Object.entries(other.items).filter(
    ([id, theirs]) => !Object.hasOwn(own.items, id) || progress(theirs) > progress(workOn(own, id)),
  );
  return {
    ...own,
    reviewer: own.reviewer || other.reviewer,
    items: { ...own.items, ...Object.fromEntries(further) },
  };
}

export interface CorrectionOf {
  readonly field: JudgementField;
  readonly revised: unknown;
  readonly reason: string;
  readonly at: string;
}

/**
 * Logs a correction of what was locked: the original stays.
 * @throws Error where nothing is locked, nothing changes, or no reason is given
 */
export function correct(
  sheet: Sheet,
  item: SheetItem,
  work: Work,
  { field, revised, reason, at }: CorrectionOf,
): Work {
  const now = standing(sheet, item, work);
  if (!now) throw new Error("nothing is locked yet");
  const own = workOn(work, item.item_id);
  if (own.second_at === null && field !== "answers" && field !== "polarity")
    throw new Error("the second pass is still open: it can be changed without a correction");
  if (reason.trim() === "") throw new Error("a correction needs its reason");
  const [original, next] = [JSON.stringify(now[field]), JSON.stringify(revised)];
  if (original === next) throw new Error("the correction changes nothing");
  const entry = {
    field,
    original,
    revised: next,
    reason: reason.trim(),
    by: byOf(sheet, work),
    at,
  };
  return withItem(work, item.item_id, { ...own, corrections: [...own.corrections, entry] });
}

/** Who works on a sheet: the name given, else that of the record set. */
const byOf = (sheet: Sheet, work: Work): string => work.reviewer.trim() || sheet.record_set;

export interface Progress {
  readonly items: number;
  readonly locked: number;
  /** Items whose second pass is ended. */
  readonly ended: number;
}

export function progressOf(sheet: Sheet, work: Work): Progress {
  const own = sheet.items.map(({ item_id }) => workOn(work, item_id));
  return {
    items: own.length,
    locked: own.filter((one) => one.first !== null).length,
    ended: own.filter((one) => one.second_at !== null).length,
  };
}

/**
 * A record of every item of the sheet, and the corrections, as JSONL, which imports again. The weights
 * are those of the whole sample: what is not locked yet is in it, as unresolved.
 */
export function workLines(sheet: Sheet, work: Work): string {
  const { benchmark, record_set } = sheet;
  return sheet.items
    .flatMap((item) => {
      const { item_id, item_hash, stratum, weight } = item;
      const own = workOn(work, item_id);
      const said = lockedOf(own) ?? NOT_LOCKED;
      const record: AuditRecord = {
        ...{ benchmark, item_id, item_hash, record_set, stratum, weight },
        list_hash: listOf(item.options),
        ...said,
        answers: said.answers && JSON.stringify(said.answers),
        borrowed: said.borrowed && JSON.stringify(said.borrowed),
        reviewer: byOf(sheet, work),
        locked_at: own.first?.locked_at ?? null,
      };
      return [recordLine(record), ...logOf(sheet, item, own).map(correctionLine)];
    })
    .join("");
}
