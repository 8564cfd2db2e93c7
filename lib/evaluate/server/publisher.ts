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
  private timer: NodeJS.Timeout | null = null;
  /** How often runs were written; the explorer sees that its data are older. */
  published = 0;

  constructor(private readonly options: PublisherOptions) {}

  publish(job: number): Promise<void> {
    const next = this.last.then(async () => {
      await this.options.publish(job);
      this.published += 1;
    });
    this.last = next.catch(() => undefined);
    return next;
  }

  start(): void {
    this.timer = setInterval(() => void this.look(), EVERY_MS);
    this.timer.unref();
  }

  /** Publishes what is behind; one that cannot be written keeps none of the others. */
  async look(): Promise<void> {
    const failed = (error: unknown) =>
      this.options.note(
        `running jobs could not be published (${error instanceof Error ? error.message : String(error)})`,
      );
    try {
      for (const job of await this.options.behind()) await this.publish(job).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** Resolves when nothing is being written any more. */
  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.last;
  }
}
