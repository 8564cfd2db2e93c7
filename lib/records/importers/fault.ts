const CLIPPED = 200;

/** What one row or element did wrong: it becomes a reject with its file and line. */
export class Fault extends Error {
  override readonly name = "Fault";
  /**
   * @param column the column or field that is wrong; null for the whole row
   * @param value what stood there
   */
  constructor(
    readonly column: string | null,
    readonly value: unknown,
    reason: string,
  ) {
    super(reason);
  }
}

/** A file that cannot be read (further): what was read before stays. */
export class FileFault extends Error {
  override readonly name = "FileFault";
  constructor(
    reason: string,
    readonly line: number | null = null,
  ) {
    super(reason);
  }
}

/** A value as a reject shows it: at most 200 characters; null where there was nothing. */
export function clip(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === "string" ? value : written(value);
  return text.length > CLIPPED ? `${text.slice(0, CLIPPED - 1)}…` : text;
}

function written(value: unknown): string {
  // JSON says null for a number that is none.
  if (typeof value === "bigint" || typeof value === "number") return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    // Parquet values can hold what JSON cannot say (64-bit integers inside lists).
    return Object.prototype.toString.call(value);
  }
}
