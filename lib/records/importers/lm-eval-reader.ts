import { canonical, itemHash, optionsHash } from "@/lib/records/hashes";
import { MAX_OPTIONS, textProblem } from "@/lib/records/response";
import { labelOf } from "@/lib/scoring/labels";
import { emptyDraft, itemOf, type Draft } from "./draft";
import { Fault } from "./fault";
import { isObject } from "./json";
import { CHOICE_SCORERS, choiceBy, choicesOf, type Choices } from "./lm-eval-choices";
import {
  extractionsOf,
  type DocOptions,
  optionsInDoc,
  readExtraction,
  repliesOf,
} from "./lm-eval-generated";
import { aboutOf, lmResults, modelOf, resultsOf, samplesName } from "./lm-eval-results";
import { checkMetric, targetOf, type LmRow } from "./lm-eval-rows";
import { goldAmong } from "./lm-eval-target";
import type { Ident, ImportedFile, ImportSession } from "./session";
import { readText } from "./values";

/** The filter of a task that has none. */
const NO_FILTER = "none";
const EXACT = "exact_match";

/**
 * Takes the rows of one samples file of lm-evaluation-harness: a run for each way of answering, and
 * for each filter of a generative task beside our reading of its replies.
 */
export class LmEvalReader {
  private readonly runs = new Map<string, { readonly ident: Ident; trials: number }>();
  private readonly draft: Draft = emptyDraft();
  private readonly name;
  private readonly benchmark: string;
  /** Replies stand with each filter again: those of the first are read. */
  private readFilter: string | null = null;

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {
    this.name = samplesName(file.name);
    this.benchmark = this.name.task ?? session.benchmark ?? this.name.base;
    session.lmSamples.push(this.name);
    session.whenAllRead(() => this.settle());
  }

  private get unnamed(): string {
    return `unnamed (${this.name.base})`;
  }

  private run(scorer: string, source: Ident | null = null): Ident {
    const known = this.runs.get(scorer);
    if (known) return known.ident;
    const claim = { given: null, model: this.unnamed, benchmark: this.benchmark, scorer };
    const more = { source: source?.ix ?? null };
    const ident = this.session.ident({ ...claim, simulated: false }, this.file, more);
    this.runs.set(scorer, { ident, trials: 1 });
    return ident;
  }

  object(line: number, row: LmRow): void {
    const { draft } = this;
    Object.assign(draft, emptyDraft());
    this.guarded(
      line,
      () => [],
      () => {
        const id = readText(row.doc_id) ?? null;
        const problem = id === null ? "is missing" : textProblem(id);
        if (id === null || problem !== null)
          throw new Fault("doc_id", row.doc_id, `doc_id ${problem ?? ""}`);
        draft.item_id = id;
        draft.trial = 1;
        const filter = readText(row.filter) ?? NO_FILTER;
        this.file.part = filter === NO_FILTER ? `doc ${id}` : `doc ${id}, filter ${filter}`;
        // What cannot be read lacks in the runs that its filter has made by then.
        const runs = () =>
          [...this.runs].flatMap(([scorer, { ident }]) =>
            scorer.endsWith(suffixOf(filter)) ? [ident] : [],
          );
        this.guarded(line, runs, () => this.answers(line, row, filter));
      },
    );
    this.file.part = null;
  }

  /** A fault rejects the row for runs; its key stays planned in each of them. */
  private guarded(line: number, idents: () => readonly Ident[], read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const runs = idents();
      this.session.reject(this.file, line, error, runs);
      for (const ident of runs) this.add(ident, line, true);
    }
  }

  private add(ident: Ident, line: number, lost = false): void {
    this.session.sink.add(this.draft, { ident: ident.ix, file: this.file.ix, line }, lost);
  }

  private answers(line: number, row: LmRow, filter: string): void {
    const choices = choicesOf(row);
    if (choices) this.choose(line, row, filter, choices);
    else this.generated(line, row, filter);
  }

  private describe(row: LmRow, options: readonly string[], labels?: readonly string[]): void {
    const { draft } = this;
    if (options.length > MAX_OPTIONS)
      throw new Fault("arguments", `${options.length} options`, `more than ${MAX_OPTIONS} options`);
    draft.n_options = options.length;
    draft.gold_pos = goldAmong(targetOf(row), options, labels);
    const doc = isObject(row.doc) ? row.doc : {};
    const stem = typeof doc.question === "string" ? doc.question : null;
    const key = options[draft.gold_pos - 1] ?? "";
    // The whole document tells an item: which of its fields is the question differs by task.
    draft.item_hash = itemHash(JSON.stringify(canonical(doc)), options, key);
    draft.options_hash = optionsHash(options);
    const flag = this.session.stems.of(this.benchmark, stem, null);
    draft.stem_negative = flag.stem_negative;
    this.session.sink.addItem(
      itemOf(
        {
          benchmark: this.benchmark,
          item_id: draft.item_id,
          stem,
          key: draft.gold_pos - 1,
          section: null,
          item_hash: draft.item_hash,
          ...flag,
        },
        options.map((text) => ({ text, origin: "original" as const })),
      ),
    );
  }

  private choose(line: number, row: LmRow, filter: string, choices: Choices): void {
    const { draft } = this;
    this.describe(row, choices.options);
    let source: Ident | null = null;
    for (const { name, metric, always } of CHOICE_SCORERS) {
      const position = choiceBy(name, choices);
      if (position === null || !(always || metric in row)) continue;
      const run = this.run(`${name}${suffixOf(filter)}`, source);
      source ??= run;
      draft.outcome = "answered";
      draft.resp_pos = position;
      draft.label_logprobs = always ? logsText(choices) : null;
      this.guarded(
        line,
        () => [run],
        () => {
          checkMetric(row, metric, position === draft.gold_pos);
          this.add(run, line);
        },
      );
    }
  }

  private generated(line: number, row: LmRow, filter: string): void {
    const { draft, session } = this;
    const inDoc = optionsInDoc(row);
    this.describe(row, inDoc.options, inDoc.labels);
    const ours = this.run(session.scorer.name);
    const filtered = this.run(`lm-eval${suffixOf(filter) || `/${NO_FILTER}`}`, ours);
    this.readFilter ??= filter;
    if (filter === this.readFilter)
      this.guarded(
        line,
        () => [ours],
        () => this.readReplies(line, row, ours, inDoc),
      );
    Object.assign(draft, { text: null, trial: 1 });
    this.guarded(
      line,
      () => [filtered],
      () => {
        const extractions = extractionsOf(row);
        extractions.forEach((text, i) => {
          draft.trial = i + 1;
          this.guarded(
            line,
            () => [filtered],
            () => {
              const { outcome, position } = readExtraction(text, inDoc);
              draft.outcome = outcome;
              draft.resp_pos = position;
              if (extractions.length === 1) checkMetric(row, EXACT, position === draft.gold_pos);
              this.take(filtered, line);
            },
          );
        });
      },
    );
  }

  private readReplies(line: number, row: LmRow, ours: Ident, inDoc: DocOptions): void {
    const { draft, session } = this;
    const { options, labels } = inDoc;
    // A key that is a number among the labels says that options were shown under numbers.
    const named = labels.indexOf(targetOf(row).trim()) + 1;
    const numbered = named > 0 && labels[named - 1] === labelOf(named, "integers");
    repliesOf(row).forEach((text, i) => {
      draft.trial = i + 1;
      draft.text = text;
      const reading = session.scorer.read({
        text,
        reasoning: null,
        finish_reason: null,
        options,
        n_options: options.length,
        labels: numbered ? "integers" : "letters",
      });
      draft.outcome = reading.outcome;
      draft.resp_pos = reading.position;
      this.take(ours, line);
    });
  }

  /** Adds a row, and notes how many repeats its run has. */
  private take(ident: Ident, line: number): void {
    const run = [...this.runs.values()].find((one) => one.ident === ident);
    if (run) run.trials = Math.max(run.trials, this.draft.trial ?? 1);
    this.add(ident, line);
  }

  /** Names the model and what was planned, from the results beside the samples. */
  private settle(): void {
    const results = resultsOf(this.session.lmResults, this.name);
    const model = results && modelOf(results);
    if (model === null)
      this.session.warn(
        "no_results",
        `${this.file.name}: nothing says which model answered: ${
          this.name.stamp === null
            ? "its name has no date, which tells the results_….json that was written with it"
            : "import the results_….json that was written with it together with it"
        }`,
      );
    for (const { ident, trials } of this.runs.values()) {
      ident.model = model ?? ident.model;
      if (!results || this.name.task === null) continue;
      const about = aboutOf(results, this.name.task);
      ident.about =
        about.planned === undefined ? about : { ...about, planned: about.planned * trials };
    }
  }
}

const suffixOf = (filter: string): string => (filter === NO_FILTER ? "" : `/${filter}`);

/** Log-likelihoods by label, as JSON; those that are no numbers are left out. */
function logsText({ given }: Choices): string {
  const known = given.flatMap((log, i) =>
    Number.isFinite(log) ? [[labelOf(i + 1, "letters"), log] as const] : [],
  );
  return JSON.stringify(Object.fromEntries(known));
}

/** A file given twice is one. */
const isSameFile = (a: ImportedFile, b: ImportedFile): boolean =>
  a === b || (a.hash !== null && a.hash === b.hash);

/** Takes a results file: it holds no responses, and says what the samples beside it are of. */
export class LmResultsReader {
  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {}

  object(line: number, row: LmRow): void {
    const { session, file } = this;
    file.beside = true;
    session.lmResults.push(lmResults(file, row));
    session.whenAllRead(() => {
      const taken = session.lmSamples.map((name) => resultsOf(session.lmResults, name));
      if (taken.some((one) => one && isSameFile(one.file, file))) return;
      session.reject(
        file,
        line,
        new Fault(
          null,
          null,
          "it holds no responses: import it together with the samples_….jsonl that were written with it",
        ),
      );
    });
  }
}
