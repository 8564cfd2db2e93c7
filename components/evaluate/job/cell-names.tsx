import { paddingWords } from "@/lib/format/words";

const HEAD = "px-2 py-1 text-left font-medium";
const NAMES = ["model", "environment", "padding", "mode", "condition"] as const;

/** Headings of the columns that name a cell. */
export function CellHeadings() {
  return NAMES.map((name) => (
    <th key={name} scope="col" className={HEAD}>
      {name}
    </th>
  ));
}

interface CellNamesProps {
  readonly cell: {
    readonly model: string;
    readonly environment: string | null;
    readonly padding: string;
    readonly mode: string | null;
    readonly condition: string | null;
    readonly permutation?: number | null;
  };
}

/** What names a cell, a column each; the model is the row's heading. */
export function CellNames({ cell }: CellNamesProps) {
  const { model, environment, padding, mode, condition, permutation = null } = cell;
  return (
    <>
      <th scope="row" className="px-2 py-1 text-left font-normal">
        {model}
      </th>
      <td className="px-2 py-1">{environment ?? "–"}</td>
      <td className="px-2 py-1">{paddingWords(padding)}</td>
      <td className="px-2 py-1">{mode ?? "–"}</td>
      <td className="px-2 py-1">
        {condition ?? "–"}
        {permutation !== null && ` permutation ${permutation}`}
      </td>
    </>
  );
}
