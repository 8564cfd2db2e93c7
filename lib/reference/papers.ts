import { P1_TABLES } from "./p1-tables";
import { P2_TABLES } from "./p2-tables";
import type { PublishedTable } from "./table";

/** P1: "Pushing the Boundaries of Multiple Choice Evaluation to One Hundred Options". */
export const P1_SOURCE = "Lee & Son 2026, arXiv:2604.14634v1";
/**
 * P2: "Turkish MMLU Pro: Traceable Option Augmentation and Its Validity Limits in Turkish
 * Multiple-Choice Evaluation".
 */
export const P2_SOURCE = "Bayram 2026, arXiv:2609.15467v1";

/** All tables that hold numbers, paper by paper. */
export const TABLES: readonly PublishedTable[] = [...P1_TABLES, ...P2_TABLES];

/** A table as it is named beside those of other papers: "P1 Table 2". */
export function tableName({ id, number }: Pick<PublishedTable, "id" | "number">): string {
  return `${id.startsWith("p1") ? "P1" : "P2"} Table ${number}`;
}

/** Where a table was published, with its number there. */
export function tableSource({ id, number }: Pick<PublishedTable, "id" | "number">): string {
  return `${id.startsWith("p1") ? P1_SOURCE : P2_SOURCE}, Table ${number}`;
}
