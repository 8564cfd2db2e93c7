import { formatCount, listOf } from "@/lib/format/number";
import { defaultState, type ViewState } from "@/lib/view-state/state";
import type { FigureModel } from "./model";
import type { TableColumn } from "./table-model";

/** What one view has, to set what a link asks for against. What is left out is not looked at. */
export interface KnownParts {
  /** Columns of every table of the view. */
  readonly columns?: readonly Pick<TableColumn, "id" | "exportOnly">[];
  /** The N that can be chosen, and the one that is shown. */
  readonly counts?: readonly number[];
  readonly n?: number | null;
  /** The k that is shown. */
  readonly k?: number;
  /** The pairs of N that BI can be read of, or a drop. */
  readonly pairs?: readonly { readonly n_low: number; readonly n_high: number }[];
  readonly pairsOf?: "bubble index" | "drop";
  /** The figure whose legend switches curves off. */
  readonly figure?: Pick<FigureModel, "legend">;
}

const ofN = (n: number) => `N=${formatCount(n)}`;

/** Curves that the link switches off and that no curve in view is called; unknowable under filters. */
function strangeCurves(state: ViewState, figure: KnownParts["figure"]): readonly string[] {
  if (!figure || state.filters.length > 0) return [];
  const known = new Set(figure.legend.map((entry) => entry.id));
  return state.hidden.filter((id) => !known.has(id));
}

/**
 * What a link asks of this view that the view or its data do not have, a sentence each. The codec
 * has left out what can never be meant; this is what only the data can tell.
 */
export function unknownParts(state: ViewState, known: KnownParts): readonly string[] {
  const said: string[] = [];
  const { sort, n, k, pair } = state;
  const { columns, counts, pairs } = known;
  if (sort && columns && !columns.some((c) => c.id === sort.column && c.exportOnly !== true))
    said.push(`There is no column “${sort.column}” to sort by.`);
  if (n !== null && counts && counts.length > 0 && !counts.includes(n))
    said.push(
      `The data in view have no ${ofN(n)}` +
        (known.n == null ? "." : `: ${ofN(known.n)} is shown.`),
    );
  if (known.k !== undefined && k !== known.k && k !== defaultState(state.view).k)
    said.push(`The first ${formatCount(k)} positions cannot be told here: k=${known.k} is shown.`);
  if (pair && pairs && pairs.length > 0) {
    const [low, high] = pair;
    if (!pairs.some((row) => row.n_low === low && row.n_high === high))
      said.push(
        `No curve in view has a ${known.pairsOf ?? "bubble index"} from ${ofN(low)} to ${ofN(high)}.`,
      );
  }
  const strange = strangeCurves(state, known.figure);
  if (strange.length > 0)
    said.push(`No curve in view that could be switched off is called ${listOf(strange)}.`);
  return said;
}
