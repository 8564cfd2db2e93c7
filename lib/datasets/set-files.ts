/** Something wrong with an item set. */
export interface SetFault {
  /** The field or rule. */
  readonly what: string;
  /** The file, and the row in it where there is one. */
  readonly where: string;
  readonly why: string;
}

/** A fault in one line. */
export function faultLine({ what, where, why }: SetFault): string {
  return `${where}: ${what} ${why}`;
}

/** Files of an item set's directory. */
export const SET_FILES = {
  manifest: "set.json",
  items: "items.parquet",
  pool: "pool.parquet",
  presentations: "presentations.parquet",
  provenance: "provenance.parquet",
} as const;
