import { wasCut } from "./finish";
import type { LabelSet } from "./label-at";
import { labelOf, type LabelStyle } from "./labels";
import type { Reading, ScorerInput } from "./scorer";
import { collapseSpace } from "./space";
import { replyStart } from "./thinking";
import { viewOf, type View } from "./view";
import type { Statement } from "./statement";

/** A reply made ready to be read. */
export interface Prepared {
  view: View;
  set: LabelSet;
  /** The reply within `view.text`: behind its visible reasoning. */
  start: number;
  end: number;
  /** Whether it was cut off: by its ceiling of tokens, or while it still reasoned. */
  cut: boolean;
  /** Whether it was cut off while it still reasoned, so that no answer can be in it. */
  reasoning: boolean;
}

/** Makes a reply ready to be read with labels of a style. */
export function prepare(input: ScorerInput, style: LabelStyle): Prepared {
  const view = viewOf(input.text);
  const options = (input.options ?? []).slice(0, input.n_options);
  const set = {
    style,
    count: input.n_options,
    longest: labelOf(input.n_options + 1, "letters").length,
    options: options.map((option) => collapseSpace(viewOf(option).text)),
  };
  const { start, openEnded } = replyStart(view.text);
  const cut = openEnded || wasCut(input.finish_reason);
  return { view, set, start, end: view.text.length, cut, reasoning: openEnded };
}

/** What a reply says that names these positions. */
export function readingOf({ view, set }: Prepared, { start, end, positions }: Statement): Reading {
  const evidence = view.evidence(start, end);
  const [position, ...others] = positions;
  if (position === undefined || others.length > 0)
    return { outcome: "multiple", position: null, evidence };
  if (position < 1 || position > set.count)
    return { outcome: "out_of_range", position: null, evidence };
  return { outcome: "answered", position, evidence };
}

/** No answer to read: cut off before there was one, or just not there. */
export function noReading({ cut }: Prepared): Reading {
  return { outcome: cut ? "truncated" : "unparsed", position: null, evidence: null };
}
