import type { z } from "zod";
import type { MetricOptions, Workspace } from "./workspace";
import type { SectionName, SectionRow } from "./rows";

/** One quantity, as a reader needs it explained: shown behind every ⓘ and in docs/metrics.md. */
export interface MetricDefinition {
  readonly id: string;
  /** Short name for headings and axes. */
  readonly label: string;
  /** The full name in a few words. */
  readonly name: string;
  /** Plain text with Unicode mathematics. */
  readonly formula: string;
  readonly unit: string;
  readonly says: string;
  readonly cannotSay: string;
  /** Paper and section. */
  readonly source: string;
  /** Where the code decides what the paper leaves open, or differs from it. */
  readonly decision: string | null;
}

/**
 * A section of the report: rows under the present filters, computed by the same SQL and statistics
 * in the browser and in Node.
 */
export interface Section<S extends SectionName> {
  readonly id: S;
  readonly label: string;
  readonly row: z.ZodType<SectionRow<S>>;
  /** Definitions of the quantities in its rows, the leading one first. */
  readonly definitions: readonly MetricDefinition[];
  /**
   * @throws EngineError when a query fails; the signal's reason when aborted.
   */
  run(workspace: Workspace, options: MetricOptions): Promise<SectionRow<S>[]>;
}

export type Registry = { readonly [S in SectionName]: Section<S> };
