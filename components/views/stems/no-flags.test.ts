import { expect, it } from "vitest";
import { languageOfBenchmark, ruleOfLanguage, RULED_BENCHMARKS } from "@/lib/stems/rules";
import { NO_FLAGS } from "./no-flags";

it("names the benchmarks and languages that have a rule, and no others", () => {
  expect(NO_FLAGS).toContain("is called one of mmlu-pro, turkish-mmlu-pro, tr-mmlu,");
  expect(NO_FLAGS).toContain("names the language (en, ko, tr),");
  for (const benchmark of RULED_BENCHMARKS)
    expect(ruleOfLanguage(languageOfBenchmark(benchmark) ?? "")).not.toBeNull();
  // Turkish questions of any other name have no flag: the sentence must not promise one.
  expect(languageOfBenchmark("my-turkish-questions")).toBeNull();
});
