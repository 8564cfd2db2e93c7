// Writes the tables of docs/measured-sample.md from the shipped runs, by `foilscope report` and their
// manifests: `npx tsx scripts/measured-docs.ts`. A test fails where page and runs differ.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { format, resolveConfig } from "prettier";
import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { openNodeEngine } from "@/lib/engine/node";
import { formatDuration } from "@/lib/format/duration";
import {
  formatCount,
  formatFixed,
  formatInterval,
  formatPercent,
  formatRate,
} from "@/lib/format/number";
import { accuracyRow, outcomesRow, paddingRow, positionsRow, scalingRow } from "@/lib/metrics/rows";
import type { Manifest } from "@/lib/records/manifest";
import { readManifests } from "@/lib/records/store/load";
import { LLAMA_MODELS } from "@/tests/helpers/llama-models";

export const PAGE = "docs/measured-sample.md";
const SAMPLE = "samples/massive-option";
const START = "<!-- tables: written by scripts/measured-docs.ts -->";
const END = "<!-- end of tables -->";

const reportSchema = z.object({
  scaling: z.array(scalingRow),
  positions: z.array(positionsRow),
  padding: z.array(paddingRow),
  outcomes: z.array(outcomesRow),
  accuracy: z.array(accuracyRow),
});
type Report = z.infer<typeof reportSchema>;

const tokensRow = z.object({
  run_id: z.string(),
  prompt: z.number().nullable(),
  cached: z.number().nullable(),
  completion: z.number().nullable(),
});

function reportOf(path: string): Report {
  const sections = Object.keys(reportSchema.shape);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["cli/foilscope.mjs", "report", path, "--section", ...sections],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(stderr);
  return reportSchema.parse(JSON.parse(stdout));
}

/** Tokens by run, as the host counted them; null where it counted none. */
async function tokensOf(path: string): Promise<z.infer<typeof tokensRow>[]> {
  const engine = await openNodeEngine();
  try {
    return await queryRows(
      engine,
      tokensRow,
      `SELECT run_id, sum(prompt_tokens)::DOUBLE AS prompt, sum(cached_tokens)::DOUBLE AS cached,
        sum(completion_tokens)::DOUBLE AS completion
      FROM read_parquet('${path}/responses.parquet') GROUP BY run_id`,
    );
  } finally {
    await engine.close();
  }
}

type Cells = readonly string[];

/** A table whose first columns, as many as `names`, are texts; all others are numbers. */
const table = (head: Cells, rows: readonly Cells[], names = 1): string =>
  [head, head.map((_, i) => (i < names ? "---" : "--:")), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");

/** A table that has a column for each run. */
function byRun(
  manifests: readonly Manifest[],
  lines: readonly (readonly [string, (manifest: Manifest) => string])[],
): string {
  return table(
    ["", ...manifests.map(({ model }) => model.requested)],
    lines.map(([name, value]) => [name, ...manifests.map(value)]),
  );
}

const list = (values: readonly (string | number)[] | null) => values?.join(", ") ?? "";
const day = (time: string | null) => time?.slice(0, 10) ?? "";
const sha256 = (file: string) =>
  Object.values(LLAMA_MODELS).find((model) => model.file === file)?.sha256 ?? "";

async function askedTable(manifests: readonly Manifest[], report: Report): Promise<string> {
  const tokens = await tokensOf(SAMPLE);
  const of = (manifest: Manifest) => tokens.find(({ run_id }) => run_id === manifest.run_id);
  const outcomes = (manifest: Manifest) =>
    report.outcomes.find(({ run_id }) => run_id === manifest.run_id);
  const items = (manifest: Manifest) =>
    report.accuracy.find(({ run_id }) => run_id === manifest.run_id)?.n_items;
  return byRun(manifests, [
    ["file", ({ model }) => `\`${model.served ?? ""}\``],
    ["SHA-256 of the file", ({ model }) => `\`${sha256(model.served ?? "")}\``],
    ["quantisation", ({ model }) => model.quantisation ?? ""],
    ["parameters", ({ model }) => formatCount(model.parameters)],
    ["context of a request, tokens", ({ model }) => formatCount(model.context_length)],
    ["host", ({ host }) => host?.version ?? ""],
    ["item set", ({ benchmark_hash }) => `\`${benchmark_hash ?? ""}\``],
    ["items", (manifest) => formatCount(items(manifest))],
    ["N", ({ protocol }) => list(protocol.option_counts)],
    ["environments", ({ protocol }) => list(protocol.environments)],
    ["paddings", ({ protocol }) => list(protocol.paddings)],
    ["trials K", ({ protocol }) => formatCount(protocol.trials)],
    ["seed", ({ protocol }) => `\`${protocol.seed ?? ""}\``],
    ["temperature", ({ protocol }) => formatFixed(protocol.temperature, 0)],
    ["answer tokens at most", ({ protocol }) => formatCount(protocol.max_tokens)],
    ["scorer", ({ scorer }) => `\`${scorer}\``],
    ["responses planned", (manifest) => formatCount(outcomes(manifest)?.planned)],
    ["missing", (manifest) => formatCount(outcomes(manifest)?.missing)],
    ["prompt tokens", (manifest) => formatCount(of(manifest)?.prompt)],
    ["of them from the host's cache", (manifest) => formatCount(of(manifest)?.cached)],
    ["answer tokens", (manifest) => formatCount(of(manifest)?.completion)],
    ["day", ({ started }) => day(started)],
    ["time of asking", ({ seconds }) => formatDuration(seconds)],
  ]);
}

const outcomesTable = ({ outcomes }: Report): string =>
  table(
    ["model", "answered", "multiple", "out of range", "truncated", "unparsed", "error"],
    outcomes.map((row) => [
      row.model,
      ...[row.answered, row.multiple, row.out_of_range, row.truncated, row.unparsed, row.error].map(
        formatCount,
      ),
    ]),
  );

type Cell = Pick<
  Report["scaling"][number],
  "model" | "environment" | "padding" | "n_options" | "series_id"
>;
const sameCell = (a: Cell) => (b: Cell) =>
  a.series_id === b.series_id && a.n_options === b.n_options && a.padding === b.padding;
const cellNames = ["model", "environment", "padding", "N"];
const NAMES = cellNames.length - 1;
/** By model, environment and N, what is not padded first. */
const inOrder = <R extends Cell>(rows: readonly R[]): R[] => {
  const place = (row: R) =>
    [row.model, row.environment, String(row.n_options).padStart(4, "0")].join();
  return rows.toSorted(
    (a, b) =>
      place(a).localeCompare(place(b), "en") ||
      Number(a.padding !== "none") - Number(b.padding !== "none"),
  );
};
const cellOf = (row: Cell) => [
  row.model,
  row.environment ?? "",
  row.padding,
  String(row.n_options),
];

const scalingTable = ({ scaling, positions }: Report): string =>
  table(
    [...cellNames, "items", "trials", "responses", "valid", "accuracy", "NA", "NA, items 95%"],
    inOrder(scaling).map((row) => {
      const valid = positions.find(sameCell(row))?.n_valid;
      return [
        ...cellOf(row),
        formatCount(row.n_items),
        formatCount(row.n_trials),
        formatCount(row.n_responses),
        formatPercent(valid === undefined ? null : valid / row.n_responses),
        formatRate(row.accuracy),
        formatRate(row.na),
        formatInterval(row.na_item_ci),
      ];
    }),
    NAMES,
  );

const positionsTable = ({ positions }: Report): string =>
  table(
    [...cellNames, "valid", "first position", "gold there", "mean position", "mean gold"],
    inOrder(positions).map((row) => [
      ...cellOf(row),
      formatCount(row.n_valid),
      formatPercent(row.pfi["1"]),
      formatPercent(row.pfi_gold["1"]),
      formatFixed(row.mean_pos, 1),
      formatFixed(row.mean_pos_gold, 1),
    ]),
    NAMES,
  );

const paddingTable = ({ padding }: Report): string =>
  table(
    [...cellNames, "items", "accuracy", "change", "change, items 95%"],
    inOrder(padding).map((row) => [
      ...cellOf(row),
      formatCount(row.n_items),
      formatRate(row.accuracy),
      formatRate(row.delta),
      formatInterval(row.delta_item_ci),
    ]),
    NAMES,
  );

async function tablesText(): Promise<string> {
  const report = reportOf(SAMPLE);
  const manifests = await readManifests(SAMPLE);
  return [
    "### What was asked\n",
    await askedTable(manifests, report),
    "\n### What came of the answers\n\nResponses by outcome ([scoring.md](scoring.md)).\n",
    outcomesTable(report),
    "\n### Accuracy and NA\n\n_Valid_ is the share of responses with a readable answer; all others count as wrong. NA is 0 at\nchance and 1 at perfect. Intervals are t intervals over items at 95%.\n",
    scalingTable(report),
    "\n### Where the models answer\n\nAmong valid answers: the share at the first position beside the share of right options there, and\nmean positions from 1 to N.\n",
    positionsTable(report),
    "\n### What the padding changes\n\nAccuracy with the padding minus accuracy without, on the same items and trials, with its t interval\nover items.\n",
    paddingTable(report),
  ].join("\n");
}

/** The page with its tables as the shipped runs have them. */
export async function measuredPage(page: string): Promise<string> {
  const [before, after] = [page.indexOf(START), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${PAGE} lacks the marks of its tables`);
  const whole = `${page.slice(0, before)}${START}\n\n${await tablesText()}\n\n${page.slice(after)}`;
  return format(whole, { ...(await resolveConfig(PAGE)), filepath: PAGE });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(PAGE, await measuredPage(readFileSync(PAGE, "utf8")));
