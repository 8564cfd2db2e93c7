import { existsSync } from "node:fs";
import type { Evaluate } from "./open";
import type { EvaluateService } from "./service";

/**
 * Jobs of a process, opened by whoever first needs them: making the database takes seconds, which
 * nobody waits for who only reads.
 */
export class OnDemand {
  private opening: Promise<Evaluate> | null = null;
  private opened: Evaluate | null = null;

  constructor(private readonly open: () => Promise<Evaluate>) {}

  /** A failed opening is tried again by the next call. */
  async service(): Promise<EvaluateService> {
    this.opening ??= this.open().then(
      (evaluate) => (this.opened = evaluate),
      (error: unknown) => {
        this.opening = null;
        throw error;
      },
    );
    return (await this.opening).service;
  }

  /** How often runs were written for the explorer; 0 where nothing is open. */
  published(): number {
    return this.opened?.service.published() ?? 0;
  }

  /** What is only being opened is left: the end of the process does it no harm. */
  async close(): Promise<void> {
    await this.opened?.close();
    this.opened = null;
  }
}

/** Whether a store has jobs, some of which may be running. */
export function hasJobs(jobsDir: string, databaseUrl: string | undefined): boolean {
  return Boolean(databaseUrl) || existsSync(jobsDir);
}
