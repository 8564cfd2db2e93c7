import { stat } from "node:fs/promises";
import { Option, type Command } from "commander";
import { buildSource } from "@/lib/cubes/build";
import { uniteSources } from "@/lib/cubes/views";
import type { Engine } from "@/lib/engine/engine";
import { LAYOUTS, LAYOUT_NAMES, type LayoutName } from "@/lib/export/papers/layouts";
import { paperLatex, paperMarkdown } from "@/lib/export/papers/paper-table";
import { reportCsv } from "@/lib/export/report/csv";
import { reportLatex, reportMarkdown } from "@/lib/export/report/text";
import { report, type Report } from "@/lib/metrics/report";
import { SECTION_NAMES } from "@/lib/metrics/registry";
import type { SectionName } from "@/lib/metrics/rows";
import type { Workspace } from "@/lib/metrics/workspace";
import { auditApart } from "@/lib/records/audit-stage";
import { importSources } from "@/lib/records/import";
import { loadRuns } from "@/lib/records/store/load";
import { pathSource } from "@/lib/records/store/path-source";
import { findRuns } from "@/lib/records/store/paths";
import { SCORER_NAMES } from "@/lib/scoring/scorer";
import type { Filters } from "@/lib/view-state/filters";
import { rejectLines } from "./support/import-account";
import { assertRead, sortPaths } from "./support/open-paths";
import { note, startProgress, type Progress } from "./support/progress";
import { withScratchEngine } from "./support/scratch";
import { runsDir } from "./support/store-dir";

const FORMATS = ["json", "csv", "markdown", "latex"] as const;
type Format = (typeof FORMATS)[number];

interface ReportFlags {
  readonly format: Format;
  readonly section?: SectionName[];
  readonly layout?: LayoutName[];
  readonly scorer?: string;
  readonly benchmark?: string;
}

/** Paths stay as they are; what is none may be a run id of the store. */
async function resolvePath(path: string): Promise<string[]> {
  return (await stat(path).catch(() => null)) ? [path] : findRuns(path, runsDir());
}

/** Stages everything that the paths mean and builds one source of it. */
async function openPaths(
  engine: Engine,
  paths: readonly string[],
  flags: ReportFlags,
  progress: Progress,
): Promise<{ workspace: Workspace; scorers: string[] }> {
  const opened = await sortPaths((await Promise.all(paths.map(resolvePath))).flat());
  assertRead(opened.unread);
  const loaded = await loadRuns(engine, opened.runDirs);
  assertRead(loaded.broken);
  const sources = await Promise.all(opened.files.map(pathSource));
  const imported = await importSources(engine, sources, {
    scorer: flags.scorer,
    benchmark: flags.benchmark,
    keep: true,
    onProgress: ({ bytes, total, file, rows }) =>
      progress.update(bytes, total, `${file}: ${rows} rows`),
  });
  if (imported.rejectCount > 0) {
    note(`rows rejected: ${imported.rejectCount}`);
    for (const line of rejectLines(imported.rejects, imported.rejectCount)) note(line);
  }
  const manifests = [...loaded.manifests, ...imported.runs.map((run) => run.manifest)];
  if (manifests.length === 0) throw new Error(`no run could be read from ${paths.join(" ")}`);
  const apart = await auditApart(engine);
  if (apart) note(apart.message);
  const place = { catalog: "scratch", schema: "report" };
  await buildSource(engine, {
    cubes: place,
    firstIx: 0,
    manifests,
    warnings: imported.warnings,
  });
  await uniteSources(engine, [{ cubes: place, rows: place }]);
  return {
    workspace: { engine, ensureRows: () => Promise.resolve() },
    scorers: [...new Set(manifests.map((m) => m.scorer))],
  };
}

function print(result: Report, sections: readonly SectionName[], format: Format): string {
  switch (format) {
    case "json":
      return `${JSON.stringify(result)}\n`;
    case "csv":
      return reportCsv(result, sections);
    case "markdown":
      return reportMarkdown(result, sections);
    case "latex":
      return reportLatex(result, sections);
  }
}

/** Sections that the layouts stand on, each once. */
function sectionsOf(layouts: readonly LayoutName[]): SectionName[] {
  const needed = new Set<SectionName>(layouts.flatMap((name) => LAYOUTS[name].sections));
  return SECTION_NAMES.filter((section) => needed.has(section));
}

function printLayouts(result: Report, layouts: readonly LayoutName[], format: Format): string {
  const write = format === "latex" ? paperLatex : paperMarkdown;
  return layouts.map((name) => write(LAYOUTS[name].build({ report: result }))).join("\n");
}

async function reportPaths(paths: readonly string[], flags: ReportFlags): Promise<string> {
  const progress = startProgress();
  const { layout, format } = flags;
  const sections = layout ? sectionsOf(layout) : (flags.section ?? SECTION_NAMES);
  try {
    return await withScratchEngine(async (engine) => {
      const { workspace, scorers } = await openPaths(engine, paths, flags, progress);
      // Whoever names a run wants it: diagnostic scorers are printed too, as unranked.
      const filters: Filters = [{ field: "scorer", values: scorers }];
      const result = await report(workspace, { filters }, sections);
      return layout ? printLayouts(result, layout, format) : print(result, sections, format);
    });
  } finally {
    progress.stop();
  }
}

export function registerReport(program: Command): void {
  program
    .command("report")
    .description("print the metrics of run directories, stored runs or files of responses")
    .argument("<path...>", "run directories, directories of them, run ids, or importable files")
    .addOption(
      new Option("--format <format>", "how it is printed").choices(FORMATS).default("json"),
    )
    .addOption(
      new Option("--section <name...>", "sections to print (default: all)").choices(SECTION_NAMES),
    )
    .addOption(
      new Option(
        "--layout <name...>",
        "tables in the layout of a paper, with --format latex or markdown",
      )
        .choices(LAYOUT_NAMES)
        .conflicts("section"),
    )
    .addOption(
      new Option("--scorer <name>", "reads texts that stand without positions").choices(
        SCORER_NAMES,
      ),
    )
    .option("--benchmark <name>", "benchmark of rows that name none")
    .action(async (paths: string[], flags: ReportFlags, command: Command) => {
      if (flags.layout && flags.format !== "latex" && flags.format !== "markdown")
        command.error("error: --layout needs --format latex or --format markdown");
      process.stdout.write(await reportPaths(paths, flags));
    });
}
