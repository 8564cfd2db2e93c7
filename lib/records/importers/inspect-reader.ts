import { itemHash, optionsHash } from "@/lib/records/hashes";
import { MAX_OPTIONS, textProblem } from "@/lib/records/response";
import { emptyDraft, itemOf, UNKNOWN, type Draft } from "./draft";
import { Fault } from "./fault";
import { aboutOf, plannedKeys, type InspectHeader } from "./inspect-header";
import { goldOf, hasOurLabels } from "./inspect-labels";
import { inspectSample, replyOf, stemOf, type InspectSample } from "./inspect-sample";
import { InspectScorer } from "./inspect-scorer";
import { isObject } from "./json";
import type { Ident, ImportedFile, ImportSession } from "./session";
import { readInteger, readText } from "./values";

const SHUFFLED_NOTE = "Choices were shuffled before generating a response";
const OLD_SCORER = "scorer";
const INT32_MAX = 2_147_483_647;

/**
 * Takes the samples of one Inspect AI log: one run read by our scorer, and one a scorer of the log
 * whose answers are labels, with the first as its source.
 */
export class InspectReader {
  private readonly ours: Ident;
  private readonly scorers = new Map<string, InspectScorer>();
  private readonly draft: Draft = emptyDraft();
  /** Samples that failed: no scorer saw them, and every run has them as errors. */
  private readonly failed: { readonly draft: Draft; readonly line: number | null }[] = [];
  private readonly served = new Set<string>();
  private readonly planned: ReturnType<typeof plannedKeys>;
  private beyondPlan = 0;
  private samples = 0;

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
    private readonly header: InspectHeader,
  ) {
    this.planned = plannedKeys(header);
    this.ours = this.identOf(session.scorer.name, null);
  }

  private identOf(scorer: string, source: number | null): Ident {
    const { model, task } = this.header.eval;
    const claim = { given: null, model, benchmark: task, scorer, simulated: false };
    return this.session.ident(claim, this.file, { source });
  }

  private scorer(name: string): InspectScorer {
    const known = this.scorers.get(name);
    if (known) return known;
    const open = () => this.identOf(`inspect-${name}`, this.ours.ix);
    const scorer = new InspectScorer(this.session, this.file, name, open);
    this.scorers.set(name, scorer);
    return scorer;
  }

  /** Every run that there is by now. */
  private get idents(): Ident[] {
    return [this.ours, ...[...this.scorers.values()].flatMap(({ ident }) => ident ?? [])];
  }

  /** @param line where it begins; null where it is a file of its own */
  sample(line: number | null, value: unknown): void {
    this.samples += 1;
    const { draft } = this;
    Object.assign(draft, UNKNOWN, { n_options: 0, gold_pos: 0, resp_pos: null, request: null });
    try {
      this.readKey(value);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.session.reject(this.file, line, error, [this.ours]);
      return;
    }
    this.file.part = `sample ${draft.item_id}, epoch ${draft.trial ?? ""}`;
    this.guarded(line, this.idents, () => {
      const sample = inspectSample(value);
      this.describe(sample);
      this.readAnswers(line, sample);
    });
    this.file.part = null;
  }

  private readKey(value: unknown): void {
    if (!isObject(value)) throw new Fault(null, value, "no sample");
    const id = readText(value.id) ?? null;
    const problem = id === null ? "is missing" : textProblem(id);
    if (id === null || problem !== null) throw new Fault("id", value.id, `id ${problem ?? ""}`);
    const epoch = readInteger(value.epoch);
    if (epoch === null || !(epoch >= 1 && epoch <= INT32_MAX))
      throw new Fault("epoch", value.epoch, "epoch must be a whole number from 1 up");
    this.draft.item_id = id;
    this.draft.trial = epoch;
    if (this.planned && !this.planned.has(id, epoch)) this.beyondPlan += 1;
  }

  /** A fault rejects the row for `idents`; its key stays planned in each of them. */
  private guarded(line: number | null, idents: readonly Ident[], run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.session.reject(this.file, line, error, idents);
      for (const ident of idents) this.add(ident, line, true);
    }
  }

  private add(ident: Ident, line: number | null, lost = false, draft = this.draft): void {
    const place = { ident: ident.ix, file: this.file.ix, line: line ?? 0 };
    this.session.sink.add(draft, place, lost);
  }

  /** What all readings of a sample share. */
  private describe(sample: InspectSample): void {
    const { draft } = this;
    if (sample.invalidation)
      throw new Fault("invalidation", sample.invalidation, "the log calls the sample invalid");
    const choices = sample.choices ?? [];
    if (choices.length < 2 || choices.length > MAX_OPTIONS)
      throw new Fault(
        "choices",
        sample.choices,
        choices.length === 0
          ? "no choices: it is no multiple choice"
          : choices.length < 2
            ? "fewer than two choices"
            : `more than ${MAX_OPTIONS} choices`,
      );
    draft.n_options = choices.length;
    draft.gold_pos = goldOf(sample, choices.length);
    const key = choices[draft.gold_pos - 1] ?? "";
    const stem = stemOf(sample);
    draft.item_hash = stem === null ? null : itemHash(stem, choices, key);
    draft.options_hash = optionsHash(choices);
    const flag = this.session.stems.of(this.header.eval.task, stem, null);
    draft.stem_negative = flag.stem_negative;
    const inOrder = this.session.sink.addItem(
      itemOf(
        {
          benchmark: this.header.eval.task,
          item_id: draft.item_id,
          stem,
          key: draft.gold_pos - 1,
          section: null,
          item_hash: draft.item_hash,
          ...flag,
        },
        choices.map((text) => ({ text, origin: "original" as const })),
      ),
    );
    if (!inOrder) draft.request = JSON.stringify({ options: choices });
    this.describeReply(sample);
  }

  private describeReply(sample: InspectSample): void {
    const { draft } = this;
    const { output } = sample;
    const usage = output?.usage;
    // A host that counts nothing leaves zeros.
    const counted = usage?.total_tokens ?? 0;
    const total = counted === 0 ? null : counted;
    const written = total === null ? null : (usage?.output_tokens ?? null);
    // Not input_tokens, which counts the cache in some versions and not in others.
    draft.prompt_tokens =
      total !== null && written !== null && total >= written ? total - written : null;
    draft.completion_tokens = written;
    draft.reasoning_tokens = usage?.reasoning_tokens ?? null;
    draft.cached_tokens = usage?.input_tokens_cache_read ?? null;
    draft.latency_ms = output?.time == null ? null : output.time * 1000;
    draft.attempts = 1 + (sample.error_retries?.length ?? 0);
    if (output?.model) this.served.add(output.model);
  }

  private readAnswers(line: number | null, sample: InspectSample): void {
    const { draft } = this;
    const reply = replyOf(sample);
    draft.text = reply?.text ?? null;
    draft.reasoning = reply?.reasoning ?? null;
    draft.finish_reason = reply?.finishReason ?? null;
    draft.reasoning_observed = reasoned(draft);
    if (sample.error || reply === null) {
      if (!sample.error) throw new Fault("output", sample.output, "there is no reply and no error");
      draft.outcome = "error";
      draft.resp_pos = null;
      this.add(this.ours, line);
      this.failed.push({ draft: { ...draft, text: null, reasoning: null, request: null }, line });
      return;
    }
    const scores = Object.entries(
      sample.scores ?? (sample.score ? { [OLD_SCORER]: sample.score } : {}),
    );
    if (scores.some(([, { explanation }]) => explanation?.startsWith(SHUFFLED_NOTE)))
      throw new Fault("scores", null, "the choices were shuffled, and logged in their first order");
    this.guarded(line, [this.ours], () => {
      this.readOurs(sample, reply);
      this.add(this.ours, line);
    });
    // The text is kept once, with the run that reads it.
    Object.assign(draft, { text: null, reasoning: null, request: null });
    for (const [name, score] of scores) this.scorer(name).read(draft, line, score);
  }

  private readOurs(sample: InspectSample, reply: NonNullable<ReturnType<typeof replyOf>>): void {
    const { draft, session } = this;
    const choices = sample.choices ?? [];
    if (!hasOurLabels(choices.length))
      throw new Fault(
        "choices",
        `${choices.length} choices`,
        "the log labels the 27th choice 1, which our scorers do not read; the log's own scorer is kept",
      );
    const reading = session.scorer.read({
      text: reply.text,
      reasoning: reply.reasoning,
      finish_reason: reply.finishReason,
      options: choices,
      n_options: choices.length,
      labels: "letters",
    });
    // A limit of the log (of tokens, time, messages) cuts a reply as a ceiling of the host does.
    const cut = reading.outcome === "unparsed" && sample.limit;
    draft.outcome = cut ? "truncated" : reading.outcome;
    draft.resp_pos = reading.position;
  }

  /** Call it at the end of the log. */
  end(): void {
    const about = {
      ...aboutOf(this.header),
      ...(this.served.size === 1 && { served: [...this.served][0] }),
      ...(this.planned && { planned: this.planned.count + this.beyondPlan }),
    };
    for (const ident of this.idents) ident.about = about;
    for (const scorer of this.scorers.values()) {
      scorer.end();
      if (scorer.ident === null) continue;
      for (const { draft, line } of this.failed) this.add(scorer.ident, line, false, draft);
    }
    if (this.served.size > 1)
      this.session.warn(
        "several_models_served",
        `${this.file.name}: ${this.served.size} models answered (${[...this.served].sort().join(", ")}): which one a run is of is not known`,
      );
    this.warnOfStatus();
  }

  private warnOfStatus(): void {
    const { status } = this.header;
    if (status === "success") return;
    const samples = this.samples === 1 ? "1 sample" : `${this.samples} samples`;
    const asked = this.planned ? ` of ${this.planned.count}` : "";
    this.session.warn(
      "log_not_finished",
      `${this.file.name}: the log ${status ? `says ${status}` : "ends without a word"}: it holds ${samples}${asked}`,
    );
  }
}

/** Whether the model was seen to reason; null where nothing says. */
function reasoned({ reasoning, reasoning_tokens }: Draft): boolean | null {
  if (reasoning !== null && reasoning !== "") return true;
  return reasoning_tokens === null ? null : reasoning_tokens > 0;
}
