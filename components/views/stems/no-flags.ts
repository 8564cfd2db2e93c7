import { RULED_BENCHMARKS, RULED_LANGUAGES } from "@/lib/stems/rules";

/** Why a view of negative stems has nothing to show: where flags would come from. */
export const NO_FLAGS =
  "No run in view has stems with a flag. A file may state its own (stem_negative). Else a rule of the language " +
  `reads the text of a question: where the benchmark is called one of ${RULED_BENCHMARKS.join(", ")}, where ` +
  `“foilscope import --language” names the language (${RULED_LANGUAGES.join(", ")}), or where an item set was built in it.`;
