import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { CONTRADICTIONS, DROPPED, REPEATS_BY_RUN, SUSPECTS } from "./resolve-sql";
import type { ImportSession } from "./session";

const MAX_NAMED = 50;

const contradictionRow = z.object({
  run_id: z.string(),
  item_id: z.string(),
  trial: z.number(),
  environment: z.string().nullable(),
  n_options: z.number(),
  padding: z.string(),
  places: z.array(z.object({ file: z.number(), line: z.number() })),
});
type Contradiction = z.infer<typeof contradictionRow>;

const repeatRow = z.object({ run_id: z.string(), n: z.number() });

function keyText(row: Contradiction): string {
  const parts = [
    `item ${row.item_id}`,
    ...(row.environment === null ? [] : [row.environment]),
    `N ${row.n_options}`,
    ...(row.padding === "none" ? [] : [row.padding]),
    `trial ${row.trial}`,
  ];
  return parts.join(", ");
}

/** A sample that is a file of its own in a log has no line: its id and epoch say where it stands. */
function placesText(session: ImportSession, row: Contradiction): string {
  const times = new Map<string, number>();
  for (const { file, line } of row.places) {
    const at = line > 0 ? `line ${line}` : `sample ${row.item_id}, epoch ${row.trial}`;
    const place = `${session.files[file]?.name ?? "?"} ${at}`;
    times.set(place, (times.get(place) ?? 0) + 1);
  }
  return [...times].map(([place, n]) => (n > 1 ? `${place}, ${n} times` : place)).join(" and ");
}

function warnOfContradictions(session: ImportSession, rows: readonly Contradiction[]): void {
  const byRun = new Map<string, Contradiction[]>();
  for (const row of rows) byRun.set(row.run_id, [...(byRun.get(row.run_id) ?? []), row]);
  for (const [run, contradictions] of byRun) {
    const named = contradictions
      .slice(0, MAX_NAMED)
      .map((row) => `${keyText(row)} (${placesText(session, row)})`);
    const more = contradictions.length - named.length;
    session.warn(
      "contradictory_rows",
      `different rows under one key, all left out: ${named.join("; ")}${more > 0 ? `; and ${more} more keys` : ""}`,
      [run],
    );
  }
}

/**
 * Finds rows that repeat or contradict another, into incoming.dropped, with warnings that name
 * them. A row that stands there word for word again is one row.
 */
export async function createDropped(engine: Engine, session: ImportSession): Promise<void> {
  await engine.exec(SUSPECTS);
  await engine.exec(DROPPED);
  for (const { run_id, n } of await queryRows(engine, repeatRow, REPEATS_BY_RUN))
    session.warn("repeated_rows", `${n} rows repeat another word for word: each counts once`, [
      run_id,
    ]);
  warnOfContradictions(session, await queryRows(engine, contradictionRow, CONTRADICTIONS));
}
