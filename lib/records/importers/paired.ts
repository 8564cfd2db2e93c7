import { optionsHash } from "@/lib/records/hashes";
import { stemFlag } from "@/lib/stems/flag";
import { DEFAULT_BENCHMARK } from "./minimal-reader";
import { emptyDraft, itemOf, type Draft } from "./draft";
import { clip, Fault } from "./fault";
import { addAudit } from "./paired-audit";
import {
  bundleSchema,
  legacyAnswer,
  parsedBy,
  readQuestion,
  type ReadQuestion,
} from "./paired-schema";
import type { Ident, ImportedFile, ImportSession } from "./session";
import { readText } from "./values";

/** A paired bundle makes a run of each condition, and a third where it holds a legacy reading. */
const MODEL = "paired";
const FIVE = "five-original";
const TEN = "ten-permuted";
const LEGACY_SCORER = "legacy-1";
/** The cluster bootstrap is always drawn from this seed (docs/metrics.md). */
const BOOTSTRAP_SEED = 42;

export function isPairedBundle(row: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(row.questions) && !("gold_pos" in row);
}

interface Side {
  readonly ident: Ident;
  readonly condition: string;
  readonly texts: readonly string[];
  /** Null where nothing that is borrowed stands among them. */
  readonly origins: readonly ("original" | "borrowed")[] | null;
  /** Zero-based, as in the file. */
  readonly gold: number;
  readonly answer: number | null;
}

export class PairedReader {
  private readonly draft: Draft = emptyDraft();
  private readonly benchmark: string;
  private readonly five: Ident;
  private readonly ten: Ident;
  private legacy: Ident | null = null;

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {
    this.benchmark = session.benchmark ?? DEFAULT_BENCHMARK;
    this.five = this.ident("given", FIVE, null);
    this.ten = this.ident("given", TEN, null);
  }

  private ident(scorer: string, part: string, source: number | null): Ident {
    const { session, file, benchmark } = this;
    return session.ident({ given: null, model: MODEL, benchmark, scorer, simulated: false }, file, {
      part,
      source,
    });
  }

  object(line: number, row: Readonly<Record<string, unknown>>): void {
    const { questions, bootstrap_seed, audit } = parsedBy(bundleSchema, row);
    const seed = clip(bootstrap_seed);
    if (seed !== null && bootstrap_seed !== BOOTSTRAP_SEED)
      this.session.warn(
        "bootstrap_seed",
        `${this.file.name} names the bootstrap seed ${seed}; reports draw from ${BOOTSTRAP_SEED}`,
      );
    const read = new Map<string, ReadQuestion>();
    questions.forEach((value, i) => {
      const own = this.question(line, i + 1, value);
      if (own) read.set(own.question.id, own);
    });
    const name = { benchmark: this.benchmark, item_hash: null };
    if (audit !== null && audit !== undefined)
      addAudit(this.session.sink, name, read, audit, (fault) =>
        this.session.reject(this.file, line, fault),
      );
  }

  /** One question into its rows; null where it was refused. */
  private question(line: number, number: number, value: unknown): ReadQuestion | null {
    try {
      const read = readQuestion(value);
      this.describe(read);
      this.rows(line, read);
      return read;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.refuse(line, number, value, error);
      return null;
    }
  }

  private refuse(line: number, number: number, value: unknown, fault: Fault): void {
    const idents = [this.five, this.ten, ...(this.legacy ? [this.legacy] : [])];
    const said = new Fault(fault.column, fault.value, `question ${number}: ${fault.message}`);
    this.session.reject(this.file, line, said, idents);
    const id = typeof value === "object" && value && "id" in value ? readText(value.id) : null;
    if (typeof id !== "string") return;
    // Its key was planned in each run.
    for (const ident of idents) this.lose(line, ident, id, ident === this.five ? FIVE : TEN);
  }

  private lose(line: number, ident: Ident, id: string, condition: string): void {
    const draft = { ...this.draft, item_id: id, condition, trial: 1, n_options: 0 };
    this.session.sink.add(draft, { ident: ident.ix, file: this.file.ix, line }, true);
  }

  /** The item, and how both conditions show it. */
  private describe({ question, key, options, order }: ReadQuestion): void {
    const { sink } = this.session;
    const { benchmark } = this;
    sink.addPresentedItem(
      itemOf(
        {
          benchmark,
          item_id: question.id,
          stem: null,
          key,
          section: question.section ?? null,
          ...stemFlag(null, null, question.negative),
          item_hash: null,
        },
        options,
      ),
    );
    const name = { benchmark, item_id: question.id, item_hash: null, permutation: null };
    const asFirst = [...question.five.options.keys()];
    sink.addPresentation({ ...name, condition: FIVE, order: JSON.stringify(asFirst) });
    sink.addPresentation({ ...name, condition: TEN, order: JSON.stringify(order) });
  }

  private rows(line: number, read: ReadQuestion): void {
    const { question, options, order } = read;
    const { five, ten } = question;
    const asTen = {
      condition: TEN,
      texts: ten.options.map(({ text }) => text),
      origins: order.map((at) => options[at]?.origin ?? "original"),
      gold: ten.gold,
    };
    this.row(line, read, {
      ident: this.five,
      condition: FIVE,
      texts: five.options,
      origins: null,
      gold: five.gold,
      answer: five.resp,
    });
    this.row(line, read, { ...asTen, ident: this.ten, answer: ten.resp });
    if (ten.legacy_resp === undefined) return;
    this.legacy ??= this.ident(LEGACY_SCORER, TEN, this.ten.ix);
    const legacy = legacyAnswer.safeParse(ten.legacy_resp);
    if (legacy.success) this.row(line, read, { ...asTen, ident: this.legacy, answer: legacy.data });
    else {
      const fault = new Fault("ten.legacy_resp", ten.legacy_resp, "is no index of an option");
      this.session.reject(this.file, line, fault, [this.legacy]);
      this.lose(line, this.legacy, question.id, TEN);
    }
  }

  private row(line: number, { question }: ReadQuestion, side: Side): void {
    const { draft } = this;
    const { answer, texts, origins } = side;
    const within = answer !== null && answer < texts.length;
    draft.item_id = question.id;
    draft.section = question.section ?? null;
    draft.stem_negative = question.negative ?? null;
    draft.trial = 1;
    draft.condition = side.condition;
    draft.n_options = texts.length;
    draft.gold_pos = side.gold + 1;
    draft.resp_pos = within ? answer + 1 : null;
    draft.outcome = answer === null ? "unparsed" : within ? "answered" : "out_of_range";
    draft.selected_origin = within && origins ? (origins[answer] ?? null) : null;
    draft.options_hash = optionsHash(texts);
    // Drill-down lists options in the order shown, which is not the item's.
    draft.request = JSON.stringify({ options: texts });
    const place = { ident: side.ident.ix, file: this.file.ix, line };
    this.session.sink.add(draft, place, false);
  }
}
