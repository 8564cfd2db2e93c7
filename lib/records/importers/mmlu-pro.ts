import { itemHash, optionsHash } from "@/lib/records/hashes";
import { positionOf } from "@/lib/scoring/labels";
import { emptyDraft, itemOf, type Draft } from "./draft";
import { Fault } from "./fault";
import { mmluProIds } from "./mmlu-pro-ids";
import type { FixedBenchmark, Ident, ImportedFile, ImportSession } from "./session";
import { readInteger, readText } from "./values";

/**
 * MMLU-Pro `eval_results`: one object a question, with the question, its options, the key twice
 * (letter and zero-based index), the publisher's own reading `pred`, and the model's text.
 * Each file makes two runs: ours, read from the text, and the publisher's.
 */
export const MMLU_PRO = "mmlu-pro";
export const PUBLISHER_SCORER = "publisher";

const FIXED: FixedBenchmark = {
  ids: mmluProIds,
  licence: "Apache-2.0",
  attribution: "TIGER-AI-Lab/MMLU-Pro eval_results",
};
const TEXT_FIELDS = ["model_outputs", "generated_text"] as const;
const OWN_FIELDS = ["answer_index", "cot_content", "pred", ...TEXT_FIELDS];

/** Whether an object looks like a row of eval_results, be it a broken one. */
export function isMmluPro(row: Readonly<Record<string, unknown>>): boolean {
  return "question_id" in row && !("gold_pos" in row) && OWN_FIELDS.some((name) => name in row);
}

/**
 * The model's name out of a file's name: without folders, extension, `model_outputs_` and
 * `_5shots`; an underscore between two single digits is a point (`Llama-3_1` is Llama-3.1), since
 * some files write it so.
 */
export function modelOfFile(file: string): string {
  const base = file.split("/").at(-1) ?? file;
  const name = base
    .replace(/\.(json|jsonl|zip)$/i, "")
    .replace(/^model_outputs_/, "")
    .replace(/_\d+shots?$/, "")
    .replace(/(?<!\d)(\d)_(\d)(?!\d)/g, "$1.$2");
  return name === "" ? base : name;
}

interface Question {
  readonly stem: string;
  readonly options: readonly string[];
  readonly gold: number;
  readonly text: string;
}

function readOptionTexts(row: Readonly<Record<string, unknown>>): string[] {
  const { options } = row;
  if (!Array.isArray(options) || !options.every((o): o is string => typeof o === "string"))
    throw new Fault("options", options, "options must be a list of texts");
  if (options.length < 2) throw new Fault("options", options, "fewer than two options");
  return options;
}

function readGold(row: Readonly<Record<string, unknown>>, n: number): number {
  const index = readInteger(row.answer_index);
  if (index === null || Number.isNaN(index))
    throw new Fault("answer_index", row.answer_index, "answer_index must be a whole number");
  const letter = typeof row.answer === "string" ? positionOf(row.answer, "letters") : null;
  if (letter !== index + 1)
    throw new Fault("answer", row.answer, `answer and answer_index ${index} disagree`);
  if (index >= n)
    throw new Fault("answer_index", row.answer_index, `the key is beyond the ${n} options`);
  return index + 1;
}

function readQuestion(row: Readonly<Record<string, unknown>>): Question {
  const options = readOptionTexts(row);
  const gold = readGold(row, options.length);
  const stem = row.question;
  if (typeof stem !== "string") throw new Fault("question", stem, "question must be a text");
  const field = TEXT_FIELDS.find((name) => name in row) ?? TEXT_FIELDS[0];
  const text = row[field];
  if (typeof text !== "string") throw new Fault(field, text, `${field} must be a text`);
  return { stem, options, gold, text };
}

/** The publisher's reading: null where nothing was read; beyond the options it is out of range. */
function readPred(pred: unknown, draft: Draft): void {
  const read = pred !== null && pred !== undefined && pred !== "";
  const position = typeof pred === "string" ? positionOf(pred, "letters") : null;
  if (read && position === null) throw new Fault("pred", pred, "pred is no label");
  const within = position !== null && position <= draft.n_options;
  draft.outcome = position === null ? "unparsed" : within ? "answered" : "out_of_range";
  draft.resp_pos = within ? position : null;
}

export class MmluProReader {
  private readonly ours: Ident;
  private readonly publisher: Ident;
  private readonly draft: Draft = emptyDraft();

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {
    const claim = {
      given: null,
      model: modelOfFile(file.name),
      benchmark: MMLU_PRO,
      simulated: false,
    };
    const fixed = { fixed: FIXED };
    this.ours = session.ident({ ...claim, scorer: session.scorer.name }, file, fixed);
    this.publisher = session.ident({ ...claim, scorer: PUBLISHER_SCORER }, file, {
      ...fixed,
      source: this.ours.ix,
    });
  }

  /** Both runs lack what is no row at all. */
  get idents(): readonly Ident[] {
    return [this.ours, this.publisher];
  }

  object(line: number, row: Readonly<Record<string, unknown>>): void {
    const id = readText(row.question_id) ?? null;
    if (id === null) {
      const fault = new Fault("question_id", row.question_id, "question_id is missing");
      this.session.reject(this.file, line, fault, this.idents);
      return;
    }
    const { draft } = this;
    draft.item_id = id;
    draft.trial = 1;
    this.guarded(line, this.idents, () => {
      const question = readQuestion(row);
      this.describe(row, question);
      this.readOurs(line, question);
      this.guarded(line, [this.publisher], () => this.readPublisher(line, row.pred));
    });
  }

  /** A fault rejects the row for `idents`; its key stays planned in each of them. */
  private guarded(line: number, idents: readonly Ident[], run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.session.reject(this.file, line, error, idents);
      for (const ident of idents) this.session.sink.add(this.draft, this.place(ident, line), true);
    }
  }

  private describe(row: Readonly<Record<string, unknown>>, question: Question): void {
    const { draft } = this;
    const { options, gold, stem } = question;
    draft.section = readText(row.category) ?? null;
    draft.n_options = options.length;
    draft.gold_pos = gold;
    draft.item_hash = itemHash(stem, options, options[gold - 1] ?? "");
    draft.options_hash = optionsHash(options);
    const flag = this.session.stems.of(MMLU_PRO, stem, null);
    draft.stem_negative = flag.stem_negative;
    const inOrder = this.session.sink.addItem(
      itemOf(
        {
          benchmark: MMLU_PRO,
          item_id: draft.item_id,
          stem,
          key: gold - 1,
          section: draft.section,
          item_hash: draft.item_hash,
          ...flag,
        },
        options.map((text) => ({ text, origin: "original" as const })),
      ),
    );
    // Files may order the options of one question in ways of their own.
    draft.request = inOrder ? null : JSON.stringify({ options });
  }

  private readOurs(line: number, question: Question): void {
    const { draft, session } = this;
    const reading = session.scorer.read({
      text: question.text,
      reasoning: null,
      finish_reason: null,
      options: question.options,
      n_options: draft.n_options,
      labels: "letters",
    });
    draft.outcome = reading.outcome;
    draft.resp_pos = reading.position;
    draft.text = question.text;
    session.sink.add(draft, this.place(this.ours, line), false);
  }

  private readPublisher(line: number, pred: unknown): void {
    const { draft } = this;
    // The text is kept once, with the run that reads it, and so is what was shown.
    draft.text = null;
    draft.request = null;
    readPred(pred, draft);
    this.session.sink.add(draft, this.place(this.publisher, line), false);
  }

  private place(ident: Ident, line: number) {
    return { ident: ident.ix, file: this.file.ix, line };
  }
}
