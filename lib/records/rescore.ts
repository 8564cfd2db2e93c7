import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import { LEGACY_1, readByLegacy, type Embed, type LegacyInput } from "@/lib/scoring/legacy-1";
import { scorerNamed } from "@/lib/scoring/registry";
import type { LabelStyle } from "@/lib/scoring/labels";
import type { Reading } from "@/lib/scoring/scorer";
import { runIdOf } from "./hashes";
import { TableWriter } from "./importers/table-writer";
import { optionSchema, type ItemOption } from "./item";
import type { Manifest } from "./manifest";
import { jsonOf, listedOptions, statedOptions, type KnownOptions } from "./asked-options";
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
  item_key: z.int().nullable(),
});
type StoredRow = z.infer<typeof storedRow>;
const itemOptions = z.array(optionSchema);
const unscored: ReadonlySet<string> = new Set(UNSCORED_OUTCOMES);

export interface Rescored {
  readonly manifest: Manifest;
  readonly rows: number;
  /** Rows without a stored text: they could not be read and are missing from the new run. */
  readonly withoutText: number;
  /** Rows whose options are not known, where the scorer needs them: missing as well. */
  readonly withoutOptions: number;
}

/** What reads stored replies, some at a time; null for one that it cannot read. */
export interface ReplyReader {
  readonly name: string;
  readonly embeddings: Manifest["embeddings"];
  read(replies: readonly LegacyInput[]): Promise<readonly (Reading | null)[]>;
}

/**
 * The reader of a scorer that needs the text alone.
 * @throws RangeError for an unknown scorer
 */
export function textReader(scorerName: string): ReplyReader {
  const scorer = scorerNamed(scorerName);
  return {
    name: scorer.name,
    embeddings: null,
    read: (replies) => Promise.resolve(replies.map((reply) => scorer.read(reply))),
  };
}

/** The reader of legacy-1: what it cannot tell by a label goes to embeddings of an attached host. */
export function legacyReader(
  embed: Embed,
  embeddings: NonNullable<Manifest["embeddings"]>,
): ReplyReader {
  return {
    name: LEGACY_1,
    embeddings,
    async read(replies) {
      const known = replies.filter(({ options }) => options !== null);
      const readings = await readByLegacy(known, embed);
      const of = new Map(known.map((reply, i) => [reply, readings[i] ?? null]));
      return replies.map((reply) => of.get(reply) ?? null);
    },
  };
}

/** A run's rows with their texts, and the options of their items. */
function storedRows(runId: string): string {
  const key = KEY_COLUMNS.map((name) => `w.${name} IS NOT DISTINCT FROM r.${name}`).join(" AND ");
  return `
    SELECT r.*, w.text AS raw_text, w.reasoning AS raw_reasoning, w.request AS raw_request,
      i.options AS item_options, i.key AS item_key
    FROM stage.responses r
    LEFT JOIN stage.raw w ON ${key}
    LEFT JOIN (
      SELECT benchmark, item_id, item_hash, any_value(options) AS options, any_value(key) AS key
      FROM stage.items GROUP BY ALL
    ) i ON i.benchmark = r.benchmark AND i.item_id = r.item_id
      AND i.item_hash IS NOT DISTINCT FROM r.item_hash
    WHERE r.run_id = ${text(runId)}`;
}

/** The item of a row, as far as it came with the run. */
function itemOf({ item_options, item_key }: StoredRow): KnownOptions<ItemOption> {
  const read = itemOptions.safeParse(jsonOf(item_options));
  return { options: read.success ? read.data : [], key: item_key };
}

/** The options as a row showed them; null where that is not known. */
function shownOptions(
  row: StoredRow,
  labels: LabelStyle,
  inItemOrder: boolean,
): readonly ItemOption[] | null {
  const { n_options, gold_pos, raw_request: request } = row;
  const item = itemOf(row);
  const stated = statedOptions(request, n_options);
  if (stated)
    return stated.map(
      (shown) =>
        item.options.find((option) => option.text === shown) ?? {
          text: shown,
          origin: "original",
          donor_item: null,
          donor_option: null,
        },
    );
  if (inItemOrder) return item.options.length === n_options ? item.options : null;
  return listedOptions(request, item, { n_options, gold_pos, labels });
}

/** A stored reply with the options of its item as they were shown. */
interface Reply {
  readonly row: StoredRow;
  readonly options: readonly ItemOption[] | null;
  readonly input: LegacyInput;
}

function replyOf(row: StoredRow, manifest: Manifest, scorer: string): Reply {
  const labels = manifest.label_style ?? (scorer === "index-1" ? "integers" : "letters");
  // Only importers keep items in the order in which they were shown.
  const options = shownOptions(row, labels, manifest.provenance.kind === "imported");
  const input = {
    text: row.raw_text ?? "",
    reasoning: row.raw_reasoning,
    finish_reason: row.finish_reason,
    options: options?.map((option) => option.text) ?? null,
    n_options: row.n_options,
    gold_pos: row.gold_pos,
    labels,
  };
  return { row, options, input };
}

function reread({ options }: Reply, reading: Reading): Partial<Response> {
  const borrowed = options?.some((option) => option.origin === "borrowed") ?? false;
  const chosen = reading.position === null ? null : options?.[reading.position - 1];
  return {
    outcome: reading.outcome,
    resp_pos: reading.position,
    selected_origin: borrowed ? (chosen?.origin ?? null) : null,
  };
}

/** Rows of a page as another reader reads them; null for one that it cannot read. */
async function readPage(
  page: readonly StoredRow[],
  manifest: Manifest,
  reader: ReplyReader,
): Promise<(Partial<Response> | null)[]> {
  const replies = page.map((row) => replyOf(row, manifest, reader.name));
  const asked = replies.filter(({ row }) => !unscored.has(row.outcome));
  const readings = await reader.read(asked.map(({ input }) => input));
  const of = new Map(asked.map((reply, i) => [reply, readings[i] ?? null]));
  return replies.map((reply) => {
    const reading = of.get(reply);
    // What the host never answered is taken over as it is.
    if (reading === undefined) return {};
    return reading === null ? null : reread(reply, reading);
  });
}

/** The id of a reading of a run: by the scorer, and by what it stands on besides the texts. */
function readingId(manifest: Manifest, { name, embeddings }: ReplyReader): string {
  return runIdOf({
    source_run: manifest.run_id,
    scorer: name,
    embeddings: embeddings && [embeddings.model, embeddings.digest],
  });
}

/** Where cells were stopped stays true of another reading; what was found of them does not. */
function stoppingAsAsked({ stopping }: Manifest): Manifest["stopping"] {
  const unread = { accuracy: null, trial_interval: null, item_interval: null };
  return stopping && { ...stopping, cells: stopping.cells.map((cell) => ({ ...cell, ...unread })) };
}

function rescoredManifest(
  manifest: Manifest,
  reader: ReplyReader,
  counts: Manifest["counts"],
): Manifest {
  const scorer = reader.name;
  const kept = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const planned = manifest.planned ?? null;
  return {
    ...manifest,
    run_id: readingId(manifest, reader),
    name: `${manifest.name.replace(/, read by \S+$/, "")}, read by ${scorer}`,
    scorer,
    stopping: stoppingAsAsked(manifest),
    counts,
    source_run: manifest.run_id,
    embeddings: reader.embeddings,
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
 * @throws Error where there is nothing to read; what the reader throws.
 */
export async function rescoreRun(
  engine: Engine,
  manifest: Manifest,
  reader: ReplyReader,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (rows: number) => void } = {},
): Promise<Rescored> {
  if (manifest.scorer === reader.name)
    throw new Error(`run ${manifest.run_id} is read by ${reader.name} already`);
  await requireTexts(engine, manifest);
  const runId = readingId(manifest, reader);
  const writer = new TableWriter(engine, "stage.responses", RESPONSE_COLUMNS);
  const counts: Manifest["counts"] = {};
  let rows = 0;
  let withoutText = 0;
  let withoutOptions = 0;
  for await (const page of pages(engine, storedRows(manifest.run_id), PAGE_ROWS, options)) {
    const stored = z.array(storedRow).parse(page);
    const kept = stored.filter((row) => unscored.has(row.outcome) || row.raw_text !== null);
    withoutText += stored.length - kept.length;
    const readings = await readPage(kept, manifest, reader);
    for (const [i, old] of kept.entries()) {
      const reading = readings[i] ?? null;
      if (reading === null) {
        withoutOptions += 1;
        continue;
      }
      const row: Response = { ...old, ...reading, run_id: runId, scorer: reader.name };
      RESPONSE_COLUMNS.forEach((c, at) => writer.set(at, row[c.name as keyof Response]));
      writer.endRow();
      counts[row.outcome] = (counts[row.outcome] ?? 0) + 1;
      rows += 1;
    }
    await writer.flush();
    options.onProgress?.(rows);
  }
  return {
    manifest: rescoredManifest(manifest, reader, counts),
    rows,
    withoutText,
    withoutOptions,
  };
}
