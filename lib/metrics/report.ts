import { METRICS } from "./registry";
import type { SectionName, SectionRow } from "./rows";
import type { MetricOptions, Workspace } from "./workspace";

export type Report = { readonly [S in SectionName]?: SectionRow<S>[] };

/** Sections with one number a run or pair, whatever its paddings; `warnings` says what they leave out. */
const UNPADDED: ReadonlySet<SectionName> = new Set([
  "accuracy",
  "stems",
  "sections",
  "presentation",
  "paired",
  "modes",
  "scorers",
  "calibration",
  "warnings",
]);

/**
 * The report of a workspace under filters: one array of rows a section, in the order asked for.
 * Without a filter on padding, sections that are not about padding leave padded rows out of a run that
 * has others. A run that was asked with padding alone stays; the views leave it out beside unpadded ones.
 * @throws EngineError when a query fails.
 */
export async function report(
  workspace: Workspace,
  options: MetricOptions,
  sections: readonly SectionName[],
): Promise<Report> {
  const chosen = options.filters.some(({ field }) => field === "padding");
  const unpadded: MetricOptions = chosen ? options : { ...options, paddings: "unpadded" };
  const parts: [SectionName, unknown[]][] = [];
  for (const name of sections) {
    const asked = UNPADDED.has(name) ? unpadded : options;
    parts.push([name, await METRICS[name].run(workspace, asked)]);
  }
  return Object.fromEntries(parts);
}
