/** Keys whose rows are counted at a time: some 20 MB of them. */
export const MAX_COUNTED_KEYS = 100_000;

/** Which of the rows of its key a row is, within its stretch of the import. */
export interface RowNumber {
  /** Counts from 1. */
  readonly nth: number;
  /** Counts from 0; rows of earlier stretches are added when the import ends (resolve-sql.ts). */
  readonly stretch: number;
}

/**
 * Counts the rows of each key in the order they come. Memory does not grow with an import: when too
 * many keys are known they are forgotten, and a new stretch begins.
 */
export class RowNumbers {
  private readonly counts = new Map<string, number>();
  private stretch = 0;

  constructor(private readonly most = MAX_COUNTED_KEYS) {}

  /** Keys that are remembered. */
  get size(): number {
    return this.counts.size;
  }

  next(key: string): RowNumber {
    const before = this.counts.get(key);
    if (before === undefined && this.counts.size >= this.most) {
      this.counts.clear();
      this.stretch += 1;
    }
    const nth = (before ?? 0) + 1;
    this.counts.set(key, nth);
    return { nth, stretch: this.stretch };
  }
}
