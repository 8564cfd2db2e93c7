import type { TableCell, TableColumn } from "./table-model";

/** What names a run in a table of runs; the file has all of it. */
export const RUN_COLUMNS: readonly TableColumn[] = [
  { id: "run", label: "Run", kind: "text", rowHeader: true },
  { id: "run_id", label: "Run id", kind: "text", exportOnly: true },
  { id: "model", label: "Model", kind: "text", exportOnly: true },
  { id: "benchmark", label: "Benchmark", kind: "text" },
  { id: "scorer", label: "Scorer", kind: "text", exportOnly: true },
];

interface NamedRun {
  readonly run_id: string;
  readonly model: string;
  readonly benchmark: string;
  readonly scorer: string;
}

/** The cells of these columns. */
export function runCells(label: string, row: NamedRun): Record<string, TableCell> {
  return {
    run: { value: label },
    run_id: { value: row.run_id },
    model: { value: row.model },
    benchmark: { value: row.benchmark },
    scorer: { value: row.scorer },
  };
}

/** Why an accuracy of some of a run's items, or its interval, is undefined. */
export function sideReason(n: number): string {
  return n === 0 ? "No scored response on this side." : REPEATED;
}

const REPEATED = "Questions asked several times are not several independent questions.";

/** Why a difference of two sides, or its interval, is undefined. */
export function gapReason(a: number, b: number): string {
  return a === 0 || b === 0 ? "One of the two sides has no scored response." : REPEATED;
}
