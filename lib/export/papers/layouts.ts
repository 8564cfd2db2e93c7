import type { SectionName } from "@/lib/metrics/rows";
import { without } from "@/lib/metrics/scope";
import { ITEM_FIELDS, type Filters } from "@/lib/view-state/filters";
import { auditClasses } from "./p2/audit";
import { modeChanges } from "./p2/modes";
import { conditions, conditionsByStem } from "./p2/pairs";
import { auditPolarity } from "./p2/polarity";
import { presentations } from "./p2/presentation";
import { completeRuns, LEGACY, pilotRuns } from "./p2/runs";
import { sectionScores } from "./p2/sections";
import { stemGaps } from "./p2/stems";
import { table10, table12, table3 } from "./paddings";
import type { PaperTable } from "./paper-table";
import type { PaperInput } from "./rows";
import { table13, table14, table2, table4 } from "./scores";

export interface PaperLayout {
  /** "P1 Table 2" */
  readonly label: string;
  /** Sections of the report that it is made of; `accuracy` tells fixed questions. */
  readonly sections: readonly SectionName[];
  readonly build: (input: PaperInput) => PaperTable;
  /**
   * The filters under which its rows are asked for, where those of a view would take a side of it
   * away, or questions that it says are all there; `scorers` are all that the open data have.
   */
  readonly under?: (filters: Filters, scorers: readonly string[]) => Filters;
}

/** What sets flagged beside unflagged stems has both sides, whichever of them a filter chooses. */
const bothStems = (filters: Filters): Filters => without(filters, "stem");

/** A table of whole runs has all of their questions, and both sides of a pair, whichever are chosen. */
const allQuestions = (filters: Filters): Filters => without(filters, ...ITEM_FIELDS, "n_options");

/** A reading by the legacy scorer stands beside the others, which hide it unless it is named. */
function withLegacy(filters: Filters, scorers: readonly string[]): Filters {
  if (filters.some(({ field }) => field === "run")) return filters;
  const chosen = filters.flatMap((filter) => (filter.field === "scorer" ? filter.values : []));
  const values = chosen.length > 0 ? [...new Set([...chosen, LEGACY])] : [...scorers];
  if (values.length === 0) return filters;
  return [...without(filters, "scorer"), { field: "scorer", values }];
}

/**
 * Tables of the papers that can be made from records, in their layouts. Of the second paper's, Table 1
 * is about its source, and Table 12 holds texts alone.
 */
export const LAYOUTS = {
  "p1-table2": {
    label: "P1 Table 2",
    sections: ["scaling", "bubble", "positions", "accuracy"],
    build: table2,
  },
  "p1-table3": {
    label: "P1 Table 3",
    sections: ["scaling", "padding_envelope", "accuracy"],
    build: table3,
  },
  "p1-table4": {
    label: "P1 Table 4",
    sections: ["scaling", "positions", "accuracy"],
    build: table4,
  },
  "p1-table10": {
    label: "P1 Table 10",
    sections: ["scaling", "padding_envelope", "accuracy"],
    build: table10,
  },
  "p1-table12": {
    label: "P1 Table 12",
    sections: ["scaling", "bubble", "positions", "padding", "accuracy"],
    build: table12,
  },
  "p1-table13": {
    label: "P1 Table 13",
    sections: ["scaling", "accuracy"],
    build: table13,
  },
  "p1-table14": {
    label: "P1 Table 14",
    sections: ["scaling", "positions", "accuracy"],
    build: table14,
  },
  "p2-table2": {
    label: "P2 Table 2",
    sections: ["accuracy"],
    build: completeRuns,
  },
  "p2-table3": {
    label: "P2 Table 3",
    sections: ["accuracy", "paired"],
    build: conditions,
    under: allQuestions,
  },
  "p2-table4": {
    label: "P2 Table 4",
    sections: ["accuracy", "stems"],
    build: stemGaps,
    under: bothStems,
  },
  "p2-table5": {
    label: "P2 Table 5",
    sections: ["accuracy", "paired"],
    build: conditionsByStem,
    under: bothStems,
  },
  "p2-table6": {
    label: "P2 Table 6",
    sections: ["accuracy", "presentation"],
    build: presentations,
  },
  "p2-table7": {
    label: "P2 Table 7",
    sections: ["audit"],
    build: auditClasses,
  },
  "p2-table8": {
    label: "P2 Table 8",
    sections: ["audit"],
    build: auditPolarity,
    under: bothStems,
  },
  "p2-table9": {
    label: "P2 Table 9",
    sections: ["accuracy", "scorers"],
    build: pilotRuns,
    under: withLegacy,
  },
  "p2-table10": {
    label: "P2 Table 10",
    sections: ["accuracy", "modes"],
    build: modeChanges,
  },
  "p2-table11": {
    label: "P2 Table 11",
    sections: ["accuracy", "sections"],
    build: sectionScores,
  },
} as const satisfies Record<string, PaperLayout>;

export type LayoutName = keyof typeof LAYOUTS;
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];

/** The tables that a view's menu offers, by the view's name. */
export const LAYOUTS_OF_VIEW: Readonly<Record<string, readonly LayoutName[]>> = {
  overview: ["p1-table2"],
  scaling: ["p1-table13"],
  positions: ["p1-table4", "p1-table14"],
  padding: ["p1-table3", "p1-table10", "p1-table12"],
  models: ["p2-table2", "p2-table9"],
  sections: ["p2-table11"],
  stems: ["p2-table4"],
  paired: ["p2-table3", "p2-table5"],
  presentation: ["p2-table6"],
  modes: ["p2-table10"],
  scorers: ["p2-table9"],
  audit: ["p2-table7", "p2-table8"],
};
