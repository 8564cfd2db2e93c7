import type { Database } from "../database/database";
import type { Clock } from "../ports";
import type { Lease } from "../queue/leases";
import { storeBatch } from "../queue/results";
import type { ReplyLog, LogPosition } from "./log";
import { forgetLogs } from "./recover";
import type { RecordLine } from "./record";

const MAX_BATCH = 1000;
/**
 * Replies of so long are stored together. They are safe in the log meanwhile, and a transaction costs
 * the embedded database as much as hundreds of rows.
 */
const WAIT_MS = 400;
const AGAIN_MS = 1000;
/** Characters that one transaction stores beyond its first line: some hosts say megabytes. */
const BATCH_CHARACTERS = 16_000_000;
/** Lines, or characters of them, that wait to be stored before no more requests are made. */
const CONGESTED = 5000;
const CONGESTED_CHARACTERS = 64_000_000;

interface Waiting {
  readonly line: RecordLine;
  /** Null where the log could not be written. */
  readonly position: LogPosition | null;
  readonly lease: Lease;
}

/** Stores what a worker's log holds, in batches, one after the other. */
export class Storer {
  private waiting: Waiting[] = [];
  private characters = 0;
  private finished: Lease[] = [];
  private fruitful: Lease[] = [];
  private loop: Promise<void> | null = null;
  private givingUp = false;
  /** Aborted where somebody waits for what is not stored yet. */
  private hurry = new AbortController();
  private readonly never = new AbortController().signal;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly owner: string,
    private readonly log: ReplyLog,
    private readonly events: {
      /** A batch was stored. */
      readonly stored: (lines: number) => void;
      readonly note: (line: string) => void;
    },
  ) {}

  get congested(): boolean {
    return this.waiting.length >= CONGESTED || this.characters >= CONGESTED_CHARACTERS;
  }

  /** Writes a reply down at once, and stores it soon. */
  add(line: RecordLine, lease: Lease): void {
    let position: LogPosition | null = null;
    try {
      position = this.log.append(line);
    } catch (error) {
      const why = error instanceof Error ? error.message : "unknown";
      this.events.note(
        `the log of replies cannot be written (${why}): they go to the database alone`,
      );
    }
    this.waiting.push({ line, position, lease });
    this.characters += line.text.length;
    this.start();
  }

  /** A chunk of which nothing more will come; its replies were added before. */
  finish(lease: Lease): void {
    this.finished.push(lease);
    this.start();
  }

  /** Leases that brought a result since this was asked last. */
  takeFruitful(): Lease[] {
    const taken = this.fruitful;
    this.fruitful = [];
    return taken;
  }

  /** @returns whether all that was added is stored; where `giveUp`, a database that fails ends it */
  async drained(giveUp = false): Promise<boolean> {
    this.givingUp = giveUp;
    this.hurry.abort();
    while (this.loop) await this.loop;
    this.hurry = new AbortController();
    return this.waiting.length + this.finished.length === 0;
  }

  private start(): void {
    this.loop ??= this.run().finally(() => {
      this.loop = null;
      if (!this.givingUp && this.waiting.length + this.finished.length > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    // What comes within a moment is stored together; a full batch does not wait.
    await this.clock.sleep(this.waiting.length < MAX_BATCH ? WAIT_MS : 0, this.hurry.signal);
    while (this.waiting.length + this.finished.length > 0) {
      const batch = this.nextBatch();
      const finished = batch.length === this.waiting.length ? [...this.finished] : [];
      try {
        await this.store(batch, finished);
      } catch (error) {
        const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unknown";
        this.events.note(`results cannot be stored now (${why}): they wait in the log`);
        if (this.givingUp) return;
        await this.clock.sleep(AGAIN_MS, this.never);
        continue;
      }
      this.waiting.splice(0, batch.length);
      for (const { line } of batch) this.characters -= line.text.length;
      this.finished.splice(0, finished.length);
      for (const { lease } of batch)
        if (this.fruitful.at(-1)?.epoch !== lease.epoch) this.fruitful.push(lease);
      this.events.stored(batch.length);
    }
  }

  private nextBatch(): readonly Waiting[] {
    let lines = 0;
    let characters = 0;
    for (const { line } of this.waiting) {
      characters += line.text.length;
      if (lines === MAX_BATCH || (lines > 0 && characters > BATCH_CHARACTERS)) break;
      lines += 1;
    }
    return this.waiting.slice(0, lines);
  }

  private async store(batch: readonly Waiting[], finished: readonly Lease[]): Promise<void> {
    const last = batch.findLast((waiting) => waiting.position !== null)?.position ?? null;
    await storeBatch(this.database, {
      owner: this.owner,
      lines: batch.map((waiting) => waiting.line),
      finished,
      log: last && { name: last.name, stored: last.end },
    });
    if (last) await forgetLogs(this.database, this.log.storedUpTo(last));
  }
}
