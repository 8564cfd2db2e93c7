/** A place where the paper disagrees with itself; the values stay as printed. */
export interface Mark {
  /** The sign behind the value and before the note: the same in every view. */
  readonly sign: string;
  readonly cells: readonly { readonly id: string; readonly part: "value" | "interval" }[];
  readonly note: string;
}

/** A mark before its sign is given. */
export type UnsignedMark = Omit<Mark, "sign">;
