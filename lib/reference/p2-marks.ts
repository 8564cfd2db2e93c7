import type { UnsignedMark } from "./mark";

/** Where P2 disagrees with itself (docs/published-disagreements.md). */
export const P2_NOTES: readonly UnsignedMark[] = [
  {
    cells: [{ id: "p2_table10|gemma4:26b|mcnemar_p", part: "value" }],
    note: "Table 10, gemma4:26b: 6 questions right in direct mode alone and 10 in thinking mode alone give an exact p of 0.4545 (0.454 in three decimals); the table prints 0.455.",
  },
];
