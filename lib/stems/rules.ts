import { english } from "./english";
import { korean } from "./korean";
import type { StemRule } from "./rule";
import { turkishAppendixB } from "./turkish";
import { turkishExtended } from "./turkish-extended";

/** Every rule; of a language the first is the one that flags its items. */
export const STEM_RULES: readonly StemRule[] = [turkishAppendixB, turkishExtended, english, korean];

/** Languages of benchmarks that records name without an item set. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ["mmlu-pro", "en"],
  ["turkish-mmlu-pro", "tr"],
  ["tr-mmlu", "tr"],
]);

/** Languages that have a rule. */
export const RULED_LANGUAGES = [...new Set(STEM_RULES.map(({ language }) => language))].sort();
/** Benchmarks whose name tells the language of their questions. */
export const RULED_BENCHMARKS: readonly string[] = [...LANGUAGES.keys()];

/** A rule by its name; undefined where there is none. */
export function ruleNamed(name: string): StemRule | undefined {
  return STEM_RULES.find((rule) => rule.name === name);
}

/** The rule that flags items of a language (BCP 47, `tr` or `tr-TR`); null where there is none. */
export function ruleOfLanguage(language: string): StemRule | null {
  const primary = language.toLowerCase().split("-")[0];
  return STEM_RULES.find((rule) => rule.language === primary) ?? null;
}

/** The language of a benchmark, by its name; null where it is not known. */
export function languageOfBenchmark(benchmark: string): string | null {
  return LANGUAGES.get(benchmark) ?? null;
}
