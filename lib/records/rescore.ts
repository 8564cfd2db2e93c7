import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import { scorerNamed } from "@/lib/scoring/registry";
import type { Scorer } from "@/lib/scoring/scorer";
import { runIdOf } from "./hashes";
import { TableWriter } from "./importers/table-writer";
import { optionSchema, type ItemOption } from "./item";
import type { Manifest } from "./manifest";
import { pages } from "./pages";
import {
  KEY_COLUMNS,
  RESPONSE_COLUMNS,
  responseFields,
  UNSCORED_OUTCOMES,
  type Response,
} from "./response";

const PAGE_ROWS = 4096;
const storedRow = z.object({
  ...responseFields.shape,
  raw_text: z.string().nullable(),
  raw_reasoning: z.string().nullable(),
  raw_request: z.string().nullable(),
  item_options: z.string().nullable(),
});
type StoredRow = z.infer<typeof storedRow>;
const shownSchema = z.object({ options: z.array(z.string()) });
const unscored: ReadonlySet<string> = new Set(UNSCORED_OUTCOMES);

export interface Rescored {
  readonly manifest: Manifest;
  readonly rows: number;
  /** Rows without a stored text: they could not be read and are missing from the new run. */
  readonly withoutText: number;
}

/** A run's rows with their texts, and the options of their items. */
function storedRows(runId: string): string {
  const key = KEY_COLUMNS.map((name) => `w.${name} IS NOT DISTINCT FROM r.${name}`).join(" AND ");
  return `
    SELECT r.*, w.text AS raw_text, w.reasoning AS raw_reasoning, w.request AS raw_request,
      i.options AS item_options
    FROM stage.responses r
    LEFT JOIN stage.raw w ON ${key}
    LEFT JOIN (
      SELECT benchmark, item_id, item_hash, any_value(options) AS options
      FROM stage.items GROUP BY ALL
    ) i ON i.benchmark = r.benchmark AND i.item_id = r.item_id
      AND i.item_hash IS NOT DISTINCT FROM r.item_hash
    WHERE r.run_id = ${text(runId)}`;
}

function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

/** The options as a row showed them; null where that is not known. */
function shownOptions(row: StoredRow, inItemOrder: boolean): ItemOption[] | null {
  const own = shownSchema.safeParse(parsed(row.raw_request));
  const items = z.array(optionSchema).safeParse(parsed(row.item_options));
  const known = items.success ? items.data : [];
  if (own.success)
    return own.data.options.map(
      (shown) =>
        known.find((option) => option.text === shown) ?? {
          text: shown,
          origin: "original",
          donor_item: null,
          donor_option: null,
        },
    );
  return inItemOrder && known.length === row.n_options ? known : null;
}

function reread(row: StoredRow, manifest: Manifest, scorer: Scorer): Partial<Response> {
  // Only importers keep items in the order in which they were shown.
  const options = shownOptions(row, manifest.provenance.kind === "imported");
  const reading = scorer.read({
    text: row.raw_text ?? "",
    reasoning: row.raw_reasoning,
    finish_reason: row.finish_reason,
    options: options?.map((option) => option.text) ?? null,
    n_options: row.n_options,
    labels: manifest.label_style ?? (scorer.name === "index-1" ? "integers" : "letters"),
  });
  const borrowed = options?.some((option) => option.origin === "borrowed") ?? false;
  const chosen = reading.position === null ? null : options?.[reading.position - 1];
  return {
    outcome: reading.outcome,
    resp_pos: reading.position,
    selected_origin: borrowed ? (chosen?.origin ?? null) : null,
  };
}

/** Where cells were stopped stays true of another reading; what was found of them does not. */
function stoppingAsAsked({ stopping }: Manifest): Manifest["stopping"] {
  const unread = { accuracy: null, trial_interval: null, item_interval: null };
  return stopping && { ...stopping, cells: stopping.cells.map((cell) => ({ ...cell, ...unread })) };
}

function rescoredManifest(
  manifest: Manifest,
  scorer: string,
  counts: Manifest["counts"],
): Manifest {
  const kept = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const planned = manifest.planned ?? null;
  return {
    ...manifest,
    run_id: runIdOf({ source_run: manifest.run_id, scorer }),
    name: `${manifest.name.replace(/, read by \S+$/, "")}, read by ${scorer}`,
    scorer,
    stopping: stoppingAsAsked(manifest),
    counts,
    source_run: manifest.run_id,
    status: planned !== null && planned > kept ? "incomplete" : manifest.status,
  };
}

async function requireTexts(engine: Engine, manifest: Manifest): Promise<void> {
  const [row] = await queryRows(
    engine,
    z.object({ n: z.number() }),
    `SELECT count(text)::DOUBLE AS n FROM stage.raw WHERE run_id = ${text(manifest.run_id)}`,
  );
  if (row && row.n > 0) return;
  const hint =
    manifest.source_run === null ? "" : `; its texts lie with run ${manifest.source_run}`;
  throw new Error(`run ${manifest.run_id} has no stored text to read${hint}`);
}

/**
 * Reads the stored texts of a staged run with another scorer, into a new run that is staged beside
 * it (its texts stay with the run it came from, named by source_run). Rows that the host never
 * answered are taken over as they are.
 * @throws RangeError for an unknown scorer; Error where there is nothing to read.
 */
export async function rescoreRun(
  engine: Engine,
  manifest: Manifest,
  scorerName: string,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (rows: number) => void } = {},
): Promise<Rescored> {
  const scorer = scorerNamed(scorerName);
  if (manifest.scorer === scorer.name)
    throw new Error(`run ${manifest.run_id} is read by ${scorer.name} already`);
  await requireTexts(engine, manifest);
  const runId = runIdOf({ source_run: manifest.run_id, scorer: scorer.name });
  const writer = new TableWriter(engine, "stage.responses", RESPONSE_COLUMNS);
  const counts: Manifest["counts"] = {};
  let rows = 0;
  let withoutText = 0;
  for await (const page of pages(engine, storedRows(manifest.run_id), PAGE_ROWS, options)) {
    for (const stored of z.array(storedRow).parse(page)) {
      const asked = !unscored.has(stored.outcome);
      if (asked && stored.raw_text === null) {
        withoutText += 1;
        continue;
      }
      const reading = asked ? reread(stored, manifest, scorer) : {};
      const row: Response = { ...stored, ...reading, run_id: runId, scorer: scorer.name };
      RESPONSE_COLUMNS.forEach((c, i) => writer.set(i, row[c.name as keyof Response]));
      writer.endRow();
      counts[row.outcome] = (counts[row.outcome] ?? 0) + 1;
      rows += 1;
    }
    await writer.flush();
    options.onProgress?.(rows);
  }
  return { manifest: rescoredManifest(manifest, scorer.name, counts), rows, withoutText };
}
