import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { plural } from "@/lib/format/number";
import type { Manifest } from "@/lib/records/manifest";
import { RULED_LANGUAGES } from "@/lib/stems/rules";
import type { ImportSession } from "./session";

const unruledRow = z.object({ benchmark: z.string(), n: z.number() });

const UNRULED = `SELECT benchmark, count(DISTINCT item_id)::DOUBLE AS n FROM incoming.items
  WHERE stem <> '' AND stem_negative IS NULL GROUP BY benchmark ORDER BY benchmark`;

/** Says of which benchmarks questions came with a text that no rule could read. */
export async function warnOfUnruledStems(
  engine: Engine,
  session: ImportSession,
  manifests: readonly Manifest[],
): Promise<void> {
  for (const { benchmark, n } of await queryRows(engine, unruledRow, UNRULED)) {
    const runs = manifests.filter((manifest) => manifest.benchmark === benchmark);
    if (runs.length === 0) continue;
    session.warn(
      "stems_without_rule",
      `${plural(n, "question")} of benchmark ${benchmark} ${n === 1 ? "has" : "have"} no flag for a negative stem: ` +
        "nothing tells the language, and so no rule reads them; give stem_negative in the file, or the language by " +
        `“foilscope import --language” (${RULED_LANGUAGES.join(", ")})`,
      runs.map(({ run_id }) => run_id),
    );
  }
}
