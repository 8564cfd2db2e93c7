/** What a row, a column or a whole table says about its cells. */
export interface Coordinates {
  readonly metric?: string;
  readonly model?: string;
  readonly environment?: string;
  readonly n?: number;
  readonly padding?: string;
}

export interface PublishedColumn {
  readonly id: string;
  readonly label: string;
  /** Set below the line behind the label. */
  readonly sub?: string;
  readonly kind: "text" | "rate" | "count" | "interval";
  /** Decimals as printed. */
  readonly digits: number;
  /** Key of the interval printed with the value. */
  readonly interval?: string;
  /** The column is the interval of this other one. */
  readonly intervalOf?: string;
  readonly at?: Coordinates;
}

export interface PublishedRow {
  /** Unique in its table. */
  readonly id: string;
  readonly at: Coordinates;
  /** By column id; an interval is [low, high]. */
  readonly values: Readonly<Record<string, string | number | readonly number[]>>;
  /** Decimals of single values that are not printed as their column is. */
  readonly digits?: Readonly<Record<string, number>>;
}

/** One table of a paper: values as printed, title and caption in our words. */
export interface PublishedTable {
  /** As it stands in a link. */
  readonly id: `p1_table${number}` | `p2_table${number}`;
  /** The paper's own number. */
  readonly number: number;
  readonly title: string;
  readonly caption: string;
  readonly columns: readonly PublishedColumn[];
  readonly rows: readonly PublishedRow[];
  /** What holds for every cell. */
  readonly at?: Coordinates;
}
