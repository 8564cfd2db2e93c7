import { readFileSync } from "node:fs";
import { wilson } from "@/lib/stats/proportions";
import type { Interval } from "@/lib/stats/types";
import type { StemRule } from "@/lib/stems/rule";

/** A stem with the reading of it (tests/fixtures/stems/README.md). */
export interface ReadStem {
  readonly id: string;
  readonly negative: boolean;
  readonly arguable?: string;
  readonly stem: string;
}

/** The lines of a file of tests/fixtures/stems. */
export function linesOf<Line>(name: string): Line[] {
  return readFileSync(`tests/fixtures/stems/${name}.jsonl`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
}

/** A share with what it is of, and its Wilson interval. */
export interface Share {
  readonly hits: number;
  readonly of: number;
  readonly interval: Interval | null;
}

const share = (hits: number, of: number): Share => ({ hits, of, interval: wilson(hits, of) });

/** How a rule does on stems that were read. */
export function measure(rule: StemRule, stems: readonly ReadStem[]) {
  const read = stems.map((stem) => ({ ...stem, reading: rule.read(stem.stem) }));
  const flagged = read.filter(({ reading }) => reading.negative);
  const negative = read.filter((stem) => stem.negative);
  const both = flagged.filter((stem) => stem.negative).length;
  return {
    /** Of the stems that the rule flags, those that are negative. */
    precision: share(both, flagged.length),
    /** Of the negative stems, those that the rule flags. */
    recall: share(both, negative.length),
    wronglyFlagged: flagged.filter((stem) => !stem.negative).map(({ id }) => id),
    missed: negative.filter(({ reading }) => !reading.negative).map(({ id }) => id),
  };
}
