import type { Draft } from "./draft";
import { Fault } from "./fault";
import { checkValue, readAnswer } from "./inspect-labels";
import type { InspectSample } from "./inspect-sample";
import type { Ident, ImportedFile, ImportSession } from "./session";

interface Row {
  readonly draft: Draft;
  /** Line of its sample; null where that is a file of its own. */
  readonly line: number | null;
  readonly part: string | null;
  readonly fault: Fault | null;
}

/**
 * One scorer of a log. It makes a run as soon as one of its answers is a label: until then its rows
 * wait, since many scorers answer with whole texts, and those are no choices.
 */
export class InspectScorer {
  private run: Ident | null = null;
  private held: Row[] = [];

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
    readonly name: string,
    private readonly open: () => Ident,
  ) {}

  /** Its run; null as long as no answer was a label. */
  get ident(): Ident | null {
    return this.run;
  }

  /** @param draft of the sample, with its key and number of options */
  read(draft: Draft, line: number | null, score: NonNullable<InspectSample["score"]>): void {
    const own = { ...draft };
    const field = `scores.${this.name}`;
    let isLabel = false;
    let fault: Fault | null = null;
    try {
      isLabel = readAnswer(own, score, field);
      checkValue(own, score, field);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      fault = error;
    }
    this.held.push({ draft: own, line, part: this.file.part, fault });
    if (this.run === null && !isLabel) return;
    this.run ??= this.open();
    for (const row of this.held) this.put(this.run, row);
    this.held = [];
  }

  private put(ident: Ident, { draft, line, part, fault }: Row): void {
    const { session, file } = this;
    if (fault) {
      const now = file.part;
      file.part = part;
      session.reject(file, line, fault, [ident]);
      file.part = now;
    }
    const place = { ident: ident.ix, file: file.ix, line: line ?? 0 };
    session.sink.add(draft, place, fault !== null);
  }

  /** Call it at the end of the log. */
  end(): void {
    if (this.run !== null || this.held.length === 0) return;
    this.session.warn(
      "scorer_left_out",
      `${this.file.name}: the answers of the log's scorer ${this.name} are no labels: it makes no run`,
    );
  }
}
