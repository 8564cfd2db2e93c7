import { countTokens as cl100kTokens } from "gpt-tokenizer/encoding/cl100k_base";
import type { ItemSet } from "@/lib/records/item-set";
import type { Cell } from "./cells";
import type { JobSpec } from "./job-spec";
import { fixedLines, poolLines, sampledLines } from "./lines";
import { planOf } from "./plan";
import { MAX_CHUNK } from "./presented";
import { aroundOptions, fillingOf } from "./prompts/render";
import { promptOf } from "./prompts/resolve";
import { templateParts } from "./prompts/template";
import type { Steps } from "./steps";

// Names of special tokens inside a text are text.
const PLAIN = { disallowedSpecial: new Set<string>() };

/** Tokens of a text in cl100k_base, the tokenizer of the first paper's Table 9. */
export function countTokens(text: string): number {
  return cl100kTokens(text, PLAIN);
}

/** Options that one count of a job may draw, and items that it may weigh beside them: a second or two. */
const MAX_DRAWS = 1_000_000;

/** The longest planned prompt of one environment, padding and N: languages and symbols differ in tokens. */
export interface LongestPrompt {
  /** Null for fixed questions. */
  readonly environment: string | null;
  readonly padding: string;
  readonly nOptions: number;
  readonly tokens: number;
}

export interface PromptCost {
  /** Requests of all models together. */
  readonly requests: number;
  /**
   * Prompt tokens of all requests, in cl100k_base: an estimate, since every model has a tokenizer of
   * its own and a chat template around the prompt.
   */
  readonly tokens: number;
  /** Longest planned prompts, in the same tokenizer; N ascending. */
  readonly longest: readonly LongestPrompt[];
  /**
   * Share of the prompt tokens that stand in front of the first difference to the request before, and
   * that a host which keeps prefixes need not compute again. Null where nothing is asked.
   */
  readonly reusable: number | null;
  /** Trials counted of each sampled cell; above it, tokens are scaled up and a prompt may be longer. */
  readonly trialsCounted: number;
}

interface Sum {
  tokens: number;
  reused: number;
  readonly longest: Map<string, LongestPrompt>;
}

function add(sum: Sum, cell: Cell, part: { tokens: number; reused: number; longest: number }) {
  sum.tokens += part.tokens;
  sum.reused += part.reused;
  const { environment, padding, n_options: nOptions } = cell;
  const kind = JSON.stringify([environment, padding, nOptions]);
  const tokens = Math.max(sum.longest.get(kind)?.tokens ?? 0, part.longest);
  sum.longest.set(kind, { environment, padding, nOptions, tokens });
}

/** Requests of one trial of a cell that follow another of their chunk. */
const followers = (cell: Cell) => cell.items.length - Math.ceil(cell.items.length / MAX_CHUNK);

/** No token spans a line's end and what follows it, if that is no white space. */
const LINE_START = /(?<=\n)(?=\S)/u;

/** Weighs line by line, each line once: paddings and instructions stand in every prompt. */
function memoised(weigh: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let tokens = 0;
    for (const line of text.split(LINE_START)) {
      const own = known.get(line) ?? weigh(line);
      known.set(line, own);
      tokens += own;
    }
    return tokens;
  };
}

/** Tokens around the options of a prompt. Line breaks behind the last option count with its line. */
function around(spec: JobSpec, weigh: (text: string) => number) {
  const parts = templateParts(promptOf(spec).text);
  return (cell: Cell, question: string | null) => {
    const shown = { padding: cell.padding, nOptions: cell.n_options, question };
    const [before, after] = aroundOptions(parts, fillingOf(shown, spec.label_style));
    return { before: weigh(before), after: weigh(after.replace(/^\n+/, "")) };
  };
}

function* sampledCost(
  spec: JobSpec,
  set: ItemSet,
  cells: readonly Cell[],
  sum: Sum,
  most: number,
): Steps<void> {
  const weigh = memoised(countTokens);
  const aroundOf = around(spec, weigh);
  const counted = (cell: Cell) => Math.min(cell.trials, most);
  for (const [environment, own] of Map.groupBy(cells, (cell) => cell.environment)) {
    const pool = yield* poolLines(set, environment ?? "", weigh);
    for (const alike of Map.groupBy(own, (cell) => cell.n_options).values()) {
      const [first] = alike;
      if (!first) continue;
      const ends = [...new Set(alike.map(counted))].sort((a, b) => a - b);
      const lines = yield* sampledLines(spec, pool, first, ends, weigh);
      for (const cell of alike) {
        yield;
        const line = lines.get(counted(cell));
        if (!line) continue;
        const { before, after } = aroundOf(cell, null);
        const scale = cell.trials / counted(cell);
        const shared = line.shared + counted(cell) * followers(cell) * before;
        add(sum, cell, {
          tokens: scale * (line.total + line.prompts * (before + after)),
          reused: scale * shared,
          longest: line.longest + before + after,
        });
      }
    }
  }
}

interface CellCost {
  readonly tokens: number;
  readonly longest: number;
}

function* fixedCost(spec: JobSpec, set: ItemSet, cells: readonly Cell[], sum: Sum): Steps<void> {
  const weigh = memoised(countTokens);
  const aroundOf = around(spec, weigh);
  // Permutations of one condition show the same options, so that one of them counts for all.
  const linesOf = new Map<readonly number[], readonly number[]>();
  // Neither do modes change a prompt.
  const costs = new Map<readonly number[], Map<string, CellCost>>();
  for (const cell of cells) {
    yield;
    const known = costs.get(cell.items) ?? new Map<string, CellCost>();
    costs.set(cell.items, known);
    let cost = known.get(cell.padding);
    if (!cost) {
      const lines = linesOf.get(cell.items) ?? (yield* fixedLines(spec, set, cell, weigh));
      linesOf.set(cell.items, lines);
      let tokens = 0;
      let longest = 0;
      for (const [place, index] of cell.items.entries()) {
        const { before, after } = aroundOf(cell, set.items[index]?.stem ?? null);
        const prompt = before + (lines[place] ?? 0) + after;
        tokens += prompt;
        longest = Math.max(longest, prompt);
        yield;
      }
      cost = { tokens, longest };
      known.set(cell.padding, cost);
    }
    add(sum, cell, {
      tokens: cell.trials * cost.tokens,
      // Items share the text in front of their question: the prompt of an empty one, less its end.
      reused: cell.trials * followers(cell) * sharedHead(spec, cell, weigh),
      longest: cost.longest,
    });
  }
}

/** Tokens in front of the question, or of the options where those come first. */
function sharedHead(spec: JobSpec, cell: Cell, weigh: (text: string) => number): number {
  const parts = templateParts(promptOf(spec).text);
  const until = parts.findIndex(
    (part) => typeof part !== "string" && ["question", "options"].includes(part.placeholder),
  );
  const shown = { padding: cell.padding, nOptions: cell.n_options, question: null };
  const [head] = aroundOptions(parts.slice(0, until), fillingOf(shown, spec.label_style));
  return weigh(head);
}

/**
 * What the prompts of a job cost. Every planned trial is drawn as it will be shown, up to a
 * million options and items; beyond that the first trials stand for all.
 */
export function* promptCost(spec: JobSpec, set: ItemSet): Steps<PromptCost> {
  const { cells, requests } = planOf(spec, set);
  const sampled = set.manifest.kind === "error-identification";
  const perTrial = new Map(
    cells.map((c) => [JSON.stringify([c.environment, c.n_options]), c.n_options]),
  );
  const options = [...perTrial.values()].reduce((total, n) => total + n + set.items.length, 0);
  const most = sampled ? Math.max(1, Math.floor(MAX_DRAWS / Math.max(1, options))) : spec.trials;
  const sum: Sum = { tokens: 0, reused: 0, longest: new Map() };
  yield* sampled ? sampledCost(spec, set, cells, sum, most) : fixedCost(spec, set, cells, sum);
  return {
    requests,
    tokens: Math.round(sum.tokens * spec.models.length),
    longest: [...sum.longest.values()].sort((a, b) => a.nOptions - b.nOptions),
    reusable: sum.tokens === 0 ? null : sum.reused / sum.tokens,
    trialsCounted: Math.min(most, Math.max(spec.trials, spec.padded_trials ?? 0)),
  };
}

/** Tokens of the longest prompt of each N, whatever its environment and padding; N ascending. */
export function longestByCount(
  longest: PromptCost["longest"],
): readonly Pick<LongestPrompt, "nOptions" | "tokens">[] {
  return [...Map.groupBy(longest, ({ nOptions }) => nOptions)]
    .sort(([a], [b]) => a - b)
    .map(([nOptions, own]) => ({ nOptions, tokens: Math.max(...own.map((one) => one.tokens)) }));
}

/**
 * The largest N of a job of which every longest prompt fits a context together with the output
 * ceiling; null where not even the smallest does. All in tokens.
 */
export function largestFitting(
  { longest }: Pick<PromptCost, "longest">,
  context: number,
  maxTokens: number,
): number | null {
  const fitting = longestByCount(longest).filter(({ tokens }) => tokens + maxTokens <= context);
  return fitting.at(-1)?.nOptions ?? null;
}
