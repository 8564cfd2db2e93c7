import type { SectionName } from "@/lib/metrics/rows";
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
}

/** Tables of the first paper that can be made from records, in its layouts. */
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
} as const satisfies Record<string, PaperLayout>;

export type LayoutName = keyof typeof LAYOUTS;
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as LayoutName[];
