import { stemFlag, type StemFlag } from "@/lib/stems/flag";
import { languageOfBenchmark } from "@/lib/stems/rules";

/** Readings remembered at a time: files of one benchmark show the same stems again and again. */
const MAX_READINGS = 50_000;

/** The flags of an import's stems: each stem is read once. */
export class StemFlags {
  private readonly readings = new Map<string, StemFlag>();

  /** @param otherwise language of benchmarks whose name tells none; null where nothing says it. */
  constructor(private readonly otherwise: string | null) {}

  /** @param given what the file states; it wins over the rule of the benchmark's language. */
  of(benchmark: string, stem: string | null, given: boolean | null): StemFlag {
    const language = languageOfBenchmark(benchmark) ?? this.otherwise;
    if (given !== null || stem === null || language === null)
      return stemFlag(stem, language, given);
    const key = `${language} ${stem}`;
    const before = this.readings.get(key);
    if (before) return before;
    if (this.readings.size >= MAX_READINGS) this.readings.clear();
    const flag = stemFlag(stem, language);
    this.readings.set(key, flag);
    return flag;
  }
}
