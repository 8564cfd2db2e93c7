import { P2_DATA } from "./p2-data";

/** The row of P2's Table 11 that is no section. */
export const MACRO_ROW = "Macro average";

/** English names of the sections of the Turkish questions, by their own name. Source: P2, Table 12. */
export const SECTION_GLOSSES: ReadonlyMap<string, string> = new Map(
  P2_DATA.table11.flatMap(({ section, gloss }) =>
    section === MACRO_ROW ? [] : [[section, gloss] as const],
  ),
);
