import type { Engine } from "@/lib/engine/engine";
import {
  AUDIT_COLUMNS,
  CORRECTION_COLUMNS,
  type AuditRecord,
  type Correction,
} from "@/lib/records/audit";
import { ITEM_COLUMNS, type Item } from "@/lib/records/item";
import { SHOWN_COLUMNS, type Shown } from "@/lib/records/shown";
import type { Draft } from "./draft";
import {
  CONTEXT_COLUMNS,
  LISTING_COLUMNS,
  OWN,
  ROW_COLUMNS,
  SHARED,
  TEXTS,
  type Listing,
} from "./incoming";
import { RowNumbers } from "./row-numbers";
import { TableWriter } from "./table-writer";

const BATCH_ROWS = 32_768;
const BATCH_CHARACTERS = 8 << 20;
/** Contexts remembered at a time; beyond it they are forgotten and may be written again. */
const MAX_CONTEXTS = 50_000;
/** Items remembered at a time, so that an item of a thousand trials is written once. */
const MAX_ITEMS = 100_000;
const OWN_AT = 5;

/** Where a row stands: the run it belongs to (an index of the registry), its file and line. */
export interface Place {
  readonly ident: number;
  readonly file: number;
  readonly line: number;
}

/** Takes drafts and items and appends them to the incoming tables. */
export class RowSink {
  /** Rows taken so far, lost ones included. */
  taken = 0;
  private readonly rows: TableWriter;
  private readonly contexts: TableWriter;
  private readonly items: TableWriter;
  private readonly presentations: TableWriter;
  private readonly listings: TableWriter;
  private readonly audit: TableWriter;
  private readonly corrections: TableWriter;
  private readonly known = new Map<string, number>();
  /** Of the rows without a trial. */
  private readonly numbers = new RowNumbers();
  private readonly shown = new Map<string, string>();
  private lastKey = "";
  private lastContext = -1;
  private nextContext = 0;
  private characters = 0;

  constructor(engine: Engine) {
    this.rows = new TableWriter(engine, "incoming.rows", ROW_COLUMNS);
    this.contexts = new TableWriter(engine, "incoming.contexts", CONTEXT_COLUMNS);
    this.items = new TableWriter(engine, "incoming.items", ITEM_COLUMNS);
    this.presentations = new TableWriter(engine, "incoming.presentations", SHOWN_COLUMNS);
    this.listings = new TableWriter(engine, "incoming.listings", LISTING_COLUMNS);
    this.audit = new TableWriter(engine, "incoming.audit", AUDIT_COLUMNS);
    this.corrections = new TableWriter(engine, "incoming.corrections", CORRECTION_COLUMNS);
  }

  /** @param lost the row was refused: its key alone is kept, as planned. */
  add(draft: Draft, place: Place, lost: boolean): void {
    const { rows } = this;
    rows.set(0, this.taken);
    rows.set(1, place.line);
    rows.set(2, this.contextOf(draft, place, lost));
    if (draft.trial === null) {
      const { nth, stretch } = this.numbers.next(keyWithoutTrial(draft, place));
      rows.set(3, nth);
      // Most imports have one stretch, whose column then costs nothing.
      if (stretch > 0) rows.set(4, stretch);
    }
    if (lost) {
      rows.set(OWN_AT, draft.item_id);
      rows.set(OWN_AT + 1, draft.trial);
    } else {
      let at = OWN_AT;
      for (const name of OWN) rows.set(at++, draft[name]);
      for (const name of TEXTS) {
        const text = draft[name];
        if (text !== null) this.characters += text.length;
        rows.set(at++, text);
      }
    }
    rows.endRow();
    this.taken += 1;
  }

  /**
   * Writes an item once for its hash.
   * @returns false where the item was written before with its options in another order (or may
   *   have been): then the row itself must keep the order that it showed.
   */
  addItem(item: Item): boolean {
    const key = keyOfItem(item);
    const before = this.shown.get(key);
    if (before !== undefined) return before === item.options;
    if (this.shown.size >= MAX_ITEMS) return false;
    this.shown.set(key, item.options);
    this.writeItem(item);
    return true;
  }

  /**
   * Writes an item whose options presentations put in order, whatever was written before under its
   * name: two that differ leave unknown what was shown. Equal ones are staged once.
   */
  addPresentedItem(item: Item): void {
    const key = keyOfItem(item);
    if (!this.shown.has(key) && this.shown.size < MAX_ITEMS) this.shown.set(key, item.options);
    this.writeItem(item);
  }

  private writeItem(item: Item): void {
    this.items.row(item);
    this.characters += item.options.length + (item.stem?.length ?? 0);
  }

  addPresentation(shown: Shown): void {
    this.presentations.row(shown);
  }

  addListing(listing: Listing): void {
    this.listings.row(listing);
  }

  addAudit(record: AuditRecord): void {
    this.audit.row(record);
  }

  addCorrection(correction: Correction): void {
    this.corrections.row(correction);
  }

  /** Appends what has gathered, if it is enough; call it between chunks. */
  async flushIfFull(): Promise<void> {
    if (this.rows.pending >= BATCH_ROWS || this.characters >= BATCH_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    this.characters = 0;
    await this.contexts.flush();
    await this.rows.flush();
    await this.items.flush();
    await this.presentations.flush();
    await this.listings.flush();
    await this.audit.flush();
    await this.corrections.flush();
  }

  private contextOf(draft: Draft, place: Place, lost: boolean): number {
    // Built by hand: this runs for every row, and JSON.stringify would be a fifth of an import.
    let key = `${place.ident};${place.file};${lost};${draft.trials_numbered};`;
    for (const name of SHARED) {
      const value = draft[name];
      key += typeof value === "string" ? `${value.length}:${value}` : `${String(value)};`;
    }
    if (key === this.lastKey) return this.lastContext;
    this.lastKey = key;
    this.lastContext = this.known.get(key) ?? this.newContext(key, draft, place, lost);
    return this.lastContext;
  }

  private newContext(key: string, draft: Draft, place: Place, lost: boolean): number {
    if (this.known.size >= MAX_CONTEXTS) this.known.clear();
    const context = this.nextContext;
    this.nextContext += 1;
    this.known.set(key, context);
    const { contexts } = this;
    contexts.set(0, context);
    contexts.set(1, place.ident);
    contexts.set(2, place.file);
    contexts.set(3, lost);
    contexts.set(4, draft.trials_numbered);
    SHARED.forEach((name, i) => contexts.set(5 + i, draft[name]));
    contexts.endRow();
    return context;
  }
}

const keyOfItem = (item: Item): string =>
  JSON.stringify([item.benchmark, item.item_id, item.item_hash]);

function keyWithoutTrial(draft: Draft, place: Place): string {
  const parts = [place.ident, draft.permutation, draft.n_options, draft.item_id];
  const { environment, padding, mode, condition } = draft;
  return JSON.stringify([...parts, environment, padding, mode, condition]);
}
