import { METRICS } from "@/lib/metrics/registry";
import type { MetricDefinition } from "@/lib/metrics/metric";

/** Every definition once, in the order in which sections name them. */
export function allDefinitions(): readonly MetricDefinition[] {
  const byId = new Map<string, MetricDefinition>();
  for (const { definitions } of Object.values(METRICS))
    for (const definition of definitions) byId.set(definition.id, definition);
  return [...byId.values()];
}
