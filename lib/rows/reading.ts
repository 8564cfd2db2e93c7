import type { Manifest } from "@/lib/records/manifest";
import { labelOf, type LabelStyle } from "@/lib/scoring/labels";
import { scorerNamed } from "@/lib/scoring/registry";
import { SCORER_NAMES, type Reading } from "@/lib/scoring/scorer";
import type { RawReply } from "@/lib/snapshot/api";
import { presentOptions } from "./presented";
import type { ViewRow } from "./row";

/** The label style of a run; where its manifest does not say, that of its scorer. */
export function labelStyleOf({ label_style, scorer }: Manifest): LabelStyle {
  return label_style ?? (scorer === "index-1" ? "integers" : "letters");
}

/** A position as it was labelled: "3 (C)", or "3" where the label is the number itself. */
export function positionText(position: number, labels: LabelStyle): string {
  const label = labelOf(position, labels);
  return label === String(position) ? label : `${position} (${label})`;
}

const scorerOf = (row: ViewRow) => SCORER_NAMES.find((known) => known === row.scorer);

/** Whether the scorer of a response reads texts: not one that was given its answers. */
export const readsTexts = (row: ViewRow): boolean => scorerOf(row) !== undefined;

/** What the scorer of a response finds in its text, for the matched span. */
export interface EvidenceOf {
  readonly reading: Reading;
  /** The reading is another than the record's: the span is not what decided it. */
  readonly differs: boolean;
}

/** Reads a response's text again; null where its scorer reads no texts or there is none. */
export function readAgain(row: ViewRow, raw: RawReply, labels: LabelStyle): EvidenceOf | null {
  const name = scorerOf(row);
  if (name === undefined || raw.text === null) return null;
  if (row.outcome === "error" || row.outcome === "prompt_truncated") return null;
  const presented = presentOptions(row, raw, labels);
  const reading = scorerNamed(name).read({
    text: raw.text,
    reasoning: raw.reasoning,
    finish_reason: row.finish_reason,
    options: presented?.order === "shown" ? presented.options.map((option) => option.text) : null,
    n_options: row.n_options,
    labels,
  });
  return {
    reading,
    differs: reading.outcome !== row.outcome || reading.position !== row.resp_pos,
  };
}
