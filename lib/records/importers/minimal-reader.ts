import { emptyDraft, type Draft } from "./draft";
import { Fault, FileFault } from "./fault";
import { FIELDS, mapColumns, missingFields, type Field, type FieldValues } from "./fields";
import { readKey, readRest, type MinimalDefaults } from "./minimal";
import type { ShownOptions } from "./minimal-options";
import type { Ident, ImportedFile, ImportSession } from "./session";
import { readText } from "./values";

export const DEFAULT_BENCHMARK = "imported";
const MAX_NAMED = 20;
const EMPTY: FieldValues = Object.fromEntries(FIELDS.map((field) => [field, undefined]));

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

/** Takes rows of the minimal form, from tables (columns and values) or JSON objects. */
export class MinimalReader {
  private readonly values: FieldValues = { ...EMPTY };
  private readonly draft: Draft = emptyDraft();
  private readonly defaults: MinimalDefaults;
  private fields: readonly (Field | null)[] = [];
  private shape: readonly string[] = [];
  private readonly ignored = new Set<string>();
  /** By run_id: the run that its last row belongs to. */
  private readonly lastIdents = new Map<string | null, Ident>();

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {
    this.defaults = {
      benchmark: session.benchmark ?? DEFAULT_BENCHMARK,
      scorer: session.scorer,
    };
  }

  /**
   * The columns of a table, before its rows.
   * @throws FileFault naming the columns that are missing.
   */
  columns(names: readonly string[]): void {
    const { fields, ignored } = mapColumns(names);
    const missing = missingFields(fields);
    if (missing.length > 0)
      throw new FileFault(
        `columns are missing: ${missing.join(", ")} (found: ${names.slice(0, MAX_NAMED).join(", ")})`,
        1,
      );
    this.fields = fields;
    for (const name of ignored) this.ignored.add(name);
  }

  /** One row of a table: `values[i]` belongs to column i. */
  row(line: number, values: ArrayLike<unknown>): void {
    const target = this.values;
    for (let i = 0; i < this.fields.length; i += 1) {
      const field = this.fields[i];
      if (field) target[field] = values[i] ?? null;
    }
    this.take(line);
  }

  /** One JSON object. */
  object(line: number, row: Readonly<Record<string, unknown>>): void {
    const target = this.values;
    const names = Object.keys(row);
    if (!sameTexts(names, this.shape)) this.learn(names);
    for (let i = 0; i < names.length; i += 1) {
      const field = this.fields[i];
      if (field) target[field] = row[names[i] ?? ""] ?? null;
    }
    this.take(line);
  }

  /** Tells which columns were not read; call it at the end of the file. */
  end(): void {
    if (this.ignored.size === 0) return;
    const names = [...this.ignored].slice(0, MAX_NAMED).join(", ");
    const more = this.ignored.size >= MAX_NAMED ? " and more" : "";
    this.session.warn("columns_ignored", `${this.file.name}: columns not read: ${names}${more}`);
  }

  /** Objects of one file mostly have the same keys in the same order: their meaning is kept. */
  private learn(names: readonly string[]): void {
    const { fields, ignored } = mapColumns(names);
    // What the next rows do not set must not linger from rows before.
    Object.assign(this.values, EMPTY);
    this.shape = names;
    this.fields = fields;
    for (const name of ignored) if (this.ignored.size < MAX_NAMED) this.ignored.add(name);
  }

  private take(line: number): void {
    let ident: Ident | null = null;
    try {
      readKey(this.values, this.draft, this.defaults);
      ident = this.identOf();
      const options = readRest(this.values, this.draft, this.defaults);
      if (options || this.values.question !== undefined) this.keepItem(options);
      this.session.sink.add(this.draft, this.place(ident, line), false);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (ident) this.session.sink.add(this.draft, this.place(ident, line), true);
      this.session.reject(this.file, line, error, ident ? [ident] : []);
    }
  }

  private place(ident: Ident, line: number) {
    return { ident: ident.ix, file: this.file.ix, line };
  }

  private identOf(): Ident {
    const { run_id: given, model, benchmark, scorer, simulated } = this.draft;
    const last = this.lastIdents.get(given);
    if (
      last?.model === model &&
      last.benchmark === benchmark &&
      last.scorer === scorer &&
      last.simulated === simulated
    )
      return last;
    const ident = this.session.ident({ given, model, benchmark, scorer, simulated }, this.file);
    this.lastIdents.set(given, ident);
    return ident;
  }

  private keepItem(options: ShownOptions | null): void {
    const { draft } = this;
    const question = typeof this.values.question === "string" ? this.values.question : null;
    const flag = this.session.stems.of(draft.benchmark, question, draft.stem_negative);
    draft.stem_negative = flag.stem_negative;
    const { benchmark, item_id, section, item_hash } = draft;
    const facts = { benchmark, item_id, stem: question, section, item_hash, ...flag };
    if (!options) {
      this.session.listed.addQuestion({ ...facts, key: null });
      return;
    }
    const asFirst = this.session.listed.add({
      facts: { ...facts, key: draft.gold_pos - 1 },
      options,
      hashed: item_hash !== null && readText(this.values.item_hash) === null,
      choseBorrowed: draft.selected_origin === "borrowed",
      options_hash: draft.options_hash,
      condition: draft.condition,
      permutation: draft.permutation,
    });
    if (!asFirst) draft.request = JSON.stringify({ options: options.texts });
  }
}
