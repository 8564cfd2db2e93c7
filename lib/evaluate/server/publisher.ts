/** Milliseconds between looks at running jobs that have results which the explorer lacks. */
const EVERY_MS = 15_000;

export interface PublisherOptions {
  /** Writes the run directories of a job, with what there is. */
  readonly publish: (job: number) => Promise<void>;
  /** Running jobs with results that their run directories lack. */
  readonly behind: () => Promise<readonly number[]>;
  readonly note: (line: string) => void;
}

/**
 * Writes runs for the explorer, one at a time: when a job has ended, when somebody asks, and every
 * now and then while it runs.
 */
export class Publisher {
  private last: Promise<unknown> = Promise.resolve();
  /** Publications that have not begun: one that is asked for meanwhile is the same. */
  private readonly waiting = new Map<number, Promise<void>>();
  private looking = false;
  private timer: NodeJS.Timeout | null = null;
  /** How often runs were written; the explorer sees that its data are older. */
  published = 0;

  constructor(private readonly options: PublisherOptions) {}

  publish(job: number): Promise<void> {
    const waiting = this.waiting.get(job);
    if (waiting) return waiting;
    const next = this.last.then(async () => {
      this.waiting.delete(job);
      await this.options.publish(job);
      this.published += 1;
    });
    this.waiting.set(job, next);
    this.last = next.catch(() => undefined);
    return next;
  }

  start(): void {
    this.timer = setInterval(() => void this.look(), EVERY_MS);
    this.timer.unref();
  }

  /**
   * Publishes what is behind; nothing where an earlier look still waits. One that cannot be written
   * keeps none of the others.
   */
  async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    const failed = (error: unknown) =>
      this.options.note(
        `running jobs could not be published (${error instanceof Error ? error.message : String(error)})`,
      );
    try {
      for (const job of await this.options.behind()) await this.publish(job).catch(failed);
    } catch (error) {
      failed(error);
    } finally {
      this.looking = false;
    }
  }

  /** Resolves when nothing is being written any more. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.last;
  }
}
