import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { MetricDefinition } from "@/lib/metrics/metric";
import { DEFINITIONS } from "@/lib/metrics/definitions";
import { METRICS } from "@/lib/metrics/registry";

/**
 * Writes the definitions of docs/metrics.md from the registry, so that the page and the product's
 * popovers say the same: `npx tsx scripts/metrics-docs.ts`. A test fails when it was forgotten.
 */
const PAGE = "docs/metrics.md";
const START = "<!-- definitions: written by scripts/metrics-docs.ts -->";
const END = "<!-- end of definitions -->";

function definitionText(d: MetricDefinition): string {
  const lines = [
    `- Formula: \`${d.formula}\``,
    `- Unit: ${d.unit}`,
    `- It says: ${d.says}`,
    `- It cannot say: ${d.cannotSay}`,
    `- Source: ${d.source}`,
    ...(d.decision === null ? [] : [`- Decision: ${d.decision}`]),
  ];
  return `### ${d.label}: ${d.name}\n\n${lines.join("\n")}\n`;
}

const textOf = (label: string, definitions: readonly MetricDefinition[]): string[] =>
  definitions.length === 0 ? [] : [`## ${label}\n`, ...definitions.map(definitionText)];

/** Every definition once, under the first section that shows it; those of views alone come last. */
function definitionsText(): string {
  const seen = new Set<string>();
  const blocks = Object.values(METRICS).flatMap((section) => {
    const fresh = section.definitions.filter((d) => !seen.has(d.id));
    for (const d of fresh) seen.add(d.id);
    return textOf(section.label, fresh);
  });
  const others = Object.values(DEFINITIONS).filter((d) => !seen.has(d.id));
  return [...blocks, ...textOf("Item sets", others)].join("\n");
}

/** The page with its definitions as the registry has them now. */
export function metricsPage(page: string): string {
  const [before, after] = [page.indexOf(START), page.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${PAGE} lacks the marks of its definitions`);
  return `${page.slice(0, before)}${START}\n\n${definitionsText()}\n${page.slice(after)}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(PAGE, metricsPage(readFileSync(PAGE, "utf8")));
