import { METRICS } from "./registry";
import type { SectionName, SectionRow } from "./rows";
import type { MetricOptions, Workspace } from "./workspace";

export type Report = { readonly [S in SectionName]?: SectionRow<S>[] };

/**
 * The report of a workspace under filters: one array of rows a section, in the order asked for.
 * @throws EngineError when a query fails.
 */
export async function report(
  workspace: Workspace,
  options: MetricOptions,
  sections: readonly SectionName[],
): Promise<Report> {
  const parts: [SectionName, unknown[]][] = [];
  for (const name of sections) parts.push([name, await METRICS[name].run(workspace, options)]);
  return Object.fromEntries(parts);
}
