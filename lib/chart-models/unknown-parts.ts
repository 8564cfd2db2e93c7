import { formatCount, listOf } from "@/lib/format/number";
import type { CatalogRow } from "@/lib/metrics/catalog";
import { PUBLISHED_MODELS } from "@/lib/reference/published";
import { defaultState, type ViewState } from "@/lib/view-state/state";
import { itemKey, type Item } from "./item-scores";
import { publishedId } from "./published";
import { lineKey } from "./selection";
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
  /** What the legend can switch off; null where it cannot be told. */
  readonly switchable?: Switchable | null;
}

interface Switchable {
  readonly what: "curve" | "item";
  readonly keys: ReadonlySet<string>;
}

/** Curves of all open data, in view or not, and published ones: a legend may lack any of them. */
export function switchableCurves(catalog: readonly CatalogRow[]): Switchable {
  return {
    what: "curve",
    keys: new Set([...catalog.map(lineKey), ...PUBLISHED_MODELS.map(publishedId)]),
  };
}

/** The items in view; filters leave others out, which cannot be told from what does not exist. */
export function switchableItems(rows: readonly Item[], { filters }: ViewState): Switchable | null {
  if (filters.length > 0) return null;
  return { what: "item", keys: new Set(rows.map(itemKey)) };
}

const ofN = (n: number) => `N=${formatCount(n)}`;

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
  const { switchable } = known;
  const strange = switchable ? state.hidden.filter((key) => !switchable.keys.has(key)) : [];
  if (switchable && strange.length > 0)
    said.push(
      `No ${switchable.what} in view that could be switched off is called ${listOf(strange)}.`,
    );
  return said;
}
