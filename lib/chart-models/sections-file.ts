import { sectionInterval, type SectionBoard, type SectionRun } from "./sections";
import { glossOf, itemsBehind, MEANS } from "./sections-table";
import { sumOf } from "./sentences";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

const COLUMNS: readonly TableColumn[] = [
  { id: "run_id", label: "Run id", kind: "text" },
  { id: "model", label: "Model", kind: "text", rowHeader: true },
  { id: "benchmark", label: "Benchmark", kind: "text" },
  { id: "mode", label: "Mode", kind: "text" },
  { id: "condition", label: "Condition", kind: "text" },
  { id: "scorer", label: "Scorer", kind: "text" },
  { id: "mean_over", label: "Mean over", kind: "text" },
  { id: "section", label: "Section", kind: "text" },
  { id: "gloss", label: "In English", kind: "text" },
  { id: "n_items", label: "Items", kind: "count" },
  { id: "n", label: "Responses", kind: "count" },
  { id: "accuracy", label: "Accuracy", kind: "rate" },
  { id: "accuracy_ci", label: "95% interval", kind: "interval", hint: "Wilson" },
];

function fileRow(
  { run }: SectionRun,
  id: string,
  own: Readonly<Record<string, TableCell["value"]>>,
): TableRow {
  const { run_id, model, benchmark, mode, condition, scorer } = run;
  const values = { run_id, model, benchmark, mode, condition, scorer, ...own };
  return {
    id: `${run_id} ${id}`,
    group: null,
    simulated: run.simulated,
    select: null,
    cells: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
  };
}

function rowsOf(one: SectionRun, sections: readonly (string | null)[]): TableRow[] {
  const { run, rows } = one;
  const bySection = sections.flatMap((section) => {
    const row = rows.get(section);
    if (!row) return [];
    return fileRow(one, `section ${section ?? "~none"}`, {
      mean_over: "items of the section",
      section,
      gloss: glossOf(section),
      n_items: row.n_items,
      n: row.n,
      accuracy: row.accuracy,
      accuracy_ci: sectionInterval(run, row),
    });
  });
  const named = sumOf([...rows.values()].flatMap(({ section, n }) => (section === null ? [] : n)));
  const whole = { section: null, gloss: null };
  return [
    fileRow(one, MEANS.macro, {
      ...whole,
      n_items: itemsBehind(one, "macro"),
      n: named,
      mean_over: MEANS.macro,
      accuracy: run.section_macro,
      accuracy_ci: null,
    }),
    fileRow(one, MEANS.micro, {
      ...whole,
      n_items: itemsBehind(one, "micro"),
      n: run.n,
      mean_over: MEANS.micro,
      accuracy: run.section_micro,
      accuracy_ci: run.section_micro === null ? null : run.wilson,
    }),
    ...bySection,
  ];
}

/** The numbers of all boards for a file, one row a run and section: columns that never change. */
export function sectionsFile(boards: readonly SectionBoard[]): TableModel {
  return {
    caption: "Accuracy by section and run",
    columns: COLUMNS,
    groups: [],
    rows: boards.flatMap(({ runs, sections }) => runs.flatMap((run) => rowsOf(run, sections))),
  };
}
