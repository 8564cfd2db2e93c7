import type { ItemSet } from "@/lib/records/item-set";
import { labelOf } from "@/lib/scoring/labels";
import type { Cell } from "./cells";
import { presentationsOf } from "./conditions";
import type { JobSpec } from "./job-spec";
import { poolOf, sameText } from "./pool";
import { MAX_CHUNK } from "./presented";
import type { Steps } from "./steps";
import { drawTrial } from "./trials";

/** Tokens of the option lines of many prompts, without what stands around them. */
export interface LineTokens {
  /** Of all prompts together. */
  readonly total: number;
  /** Of the longest prompt. */
  readonly longest: number;
  /** Of lines that a prompt shares with the prompt asked just before it, in one chunk, from the first on. */
  readonly shared: number;
  /** Prompts counted. */
  readonly prompts: number;
}

/** Tokens of a text. A line of options is its label, then the rest: no token spans the two. */
export type Weigh = (text: string) => number;

const restOfLine = (text: string) => `. ${text.trim()}\n`;

/** Tokens of the labels of positions 1..p, by p. */
function labelSums(count: number, spec: JobSpec, weigh: Weigh): readonly number[] {
  const sums = [0];
  for (let position = 1; position <= count; position += 1)
    sums.push((sums[position - 1] ?? 0) + weigh(labelOf(position, spec.label_style)));
  return sums;
}

interface Counter {
  total: number;
  longest: number;
  shared: number;
  prompts: number;
}
const none = (): Counter => ({ total: 0, longest: 0, shared: 0, prompts: 0 });

/** What all trials of one environment draw from, weighed once. */
interface PoolLines {
  /** Tokens of each sentence's line behind its label. */
  readonly weights: readonly number[];
  /** Of each item its target's line, and where in the pool its correct form stands. */
  readonly items: readonly { readonly target: number; readonly base: number | undefined }[];
}

export function* poolLines(set: ItemSet, environment: string, weigh: Weigh): Steps<PoolLines> {
  const weights: number[] = [];
  const places = new Map<string, number>();
  for (const { text } of poolOf(set, environment)) {
    places.set(sameText(text), weights.length);
    weights.push(weigh(restOfLine(text)));
    yield;
  }
  const items: { target: number; base: number | undefined }[] = [];
  for (const { target, target_base } of set.items) {
    const base = target_base === null ? undefined : places.get(sameText(target_base));
    items.push({ target: weigh(restOfLine(target ?? "")), base });
    yield;
  }
  return { weights, items };
}

/**
 * Option lines of sampled options in trials 1, 2, ... of one environment and N, added up at each of
 * the ascending `ends`. All items of a trial show the same lines up to the gold option, or up to the
 * place where the spare stands in for an item's correct form.
 */
export function* sampledLines(
  spec: JobSpec,
  { weights, items }: PoolLines,
  { environment, n_options: nOptions }: Pick<Cell, "environment" | "n_options">,
  ends: readonly number[],
  weigh: Weigh,
): Steps<ReadonlyMap<number, LineTokens>> {
  const weightOf = (index: number | null | undefined) => weights[index ?? -1] ?? 0;
  const labels = labelSums(nOptions, spec, weigh);
  const sums = none();
  const byEnd = new Map<number, LineTokens>();

  const countTrial = (trial: number) => {
    const key = { seed: spec.seed, environment, nOptions, trial };
    const { goldPos, distractors, spare } = drawTrial(key, weights.length, spec.sampling);
    /** Tokens of the lines before each distractor's; of all of them behind the last. */
    const before = [0];
    const at = new Map<number, number>();
    distractors.forEach((index, place) => {
      at.set(index, place);
      before.push((before[place] ?? 0) + weightOf(index));
    });
    const linesBefore = (place: number) => (labels[place] ?? 0) + (before[place] ?? 0);
    const all = linesBefore(nOptions - 1) + (labels[nOptions] ?? 0) - (labels[nOptions - 1] ?? 0);
    let previous = 0;
    items.forEach(({ target, base }, index) => {
      const place = base === undefined ? undefined : at.get(base);
      const swap = place === undefined ? 0 : weightOf(spare) - weightOf(base);
      const tokens = all + target + swap;
      const own = linesBefore(Math.min(goldPos - 1, place ?? nOptions));
      sums.total += tokens;
      sums.longest = Math.max(sums.longest, tokens);
      if (index % MAX_CHUNK > 0) sums.shared += Math.min(previous, own);
      previous = own;
    });
    sums.prompts += items.length;
  };

  let trial = 0;
  for (const end of ends) {
    while (trial < end) {
      countTrial((trial += 1));
      yield;
    }
    byEnd.set(end, { ...sums });
  }
  return byEnd;
}

/** Option lines of a fixed question, item by item in the order of the cell; they share none. */
export function* fixedLines(
  spec: JobSpec,
  set: ItemSet,
  cell: Pick<Cell, "condition" | "permutation" | "n_options" | "items">,
  weigh: Weigh,
): Steps<readonly number[]> {
  const presentations = presentationsOf(spec, set);
  const labels = labelSums(cell.n_options, spec, weigh)[cell.n_options] ?? 0;
  const lines: number[] = [];
  for (const index of cell.items) {
    const item = set.items[index];
    const order = item && presentations.order(item, cell.condition, cell.permutation);
    let tokens = labels;
    for (const option of order ?? [])
      tokens += weigh(restOfLine(item?.options[option]?.text ?? ""));
    lines.push(tokens);
    yield;
  }
  return lines;
}
