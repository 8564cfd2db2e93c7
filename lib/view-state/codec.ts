import {
  FIELD_OF_PARAM,
  FILTER_PARAMS,
  isFilterColumn,
  readColumnFilter,
  readFilter,
  WHERE,
  writeColumnFilter,
  writeFilter,
} from "./filter-codec";
import type { ColumnFilter } from "./column-filters";
import type { Filter } from "./filters";
import { canonical, defaultState, VIEWS, type ViewName, type ViewState } from "./state";
import { OPTIONS, type OptionKey } from "./option-codec";
import { queryString, UrlValueError } from "./url-text";

/** Something in a link that was left out, and why. */
export interface UrlNote {
  readonly parameter: string;
  readonly value: string;
  readonly reason: string;
}
export interface Decoded {
  /** Canonical, and valid under `viewStateSchema`. */
  readonly state: ViewState;
  readonly notes: readonly UrlNote[];
}

/** The view of a path such as `/scaling`; null for a path that is no view. */
export function viewOfPath(pathname: string): ViewName | null {
  const segment = pathname.replace(/^\/+|\/+$/g, "");
  return VIEWS.find((view) => view === segment) ?? null;
}

/** The query string of a state, without "?"; defaults are left out. */
export function encodeState(state: ViewState): string {
  const tidy = canonical(state);
  const defaults = defaultState(state.view);
  const options = OPTIONS.flatMap(({ param, write }) => {
    const text = write(tidy);
    return text === null || text === write(defaults) ? [] : [[param, text] as const];
  });
  return queryString([
    ...tidy.filters.map((f) => [FILTER_PARAMS[f.field], writeFilter(f)] as const),
    ...tidy.where.map((f) => [WHERE + f.column, writeColumnFilter(f)] as const),
    ...options,
  ]);
}

/** The address of a state, from the root: `/scaling?model=a,b`. */
export function hrefOf(state: ViewState): string {
  const query = encodeState(state);
  return `/${state.view}${query === "" ? "" : `?${query}`}`;
}

/**
 * Reads a link. Never throws: what it does not know is left out and told in `notes`.
 */
export function decodeState(view: ViewName, parameters: URLSearchParams): Decoded {
  const notes: UrlNote[] = [];
  const filters: Filter[] = [];
  const where: ColumnFilter[] = [];
  const options: Partial<Pick<ViewState, OptionKey>> = {};
  const seen = new Set<string>();

  const readInto = (parameter: string, value: string): void => {
    const field = FIELD_OF_PARAM.get(parameter);
    if (field) {
      const refuse = (part: string, reason: string) =>
        notes.push({ parameter, value: part, reason });
      const filter = readFilter(field, value, refuse);
      if (filter) filters.push(filter);
      return;
    }
    const column = parameter.startsWith(WHERE) ? parameter.slice(WHERE.length) : null;
    if (column !== null && isFilterColumn(column)) {
      where.push(readColumnFilter(column, value));
      return;
    }
    const option = OPTIONS.find((o) => o.param === parameter);
    if (!option) throw new UrlValueError("this view has no such setting");
    Object.assign(options, option.read(value));
  };

  for (const [parameter, value] of parameters) {
    try {
      if (seen.has(parameter)) throw new UrlValueError("it is given twice: the first one counts");
      seen.add(parameter);
      readInto(parameter, value);
    } catch (error) {
      if (!(error instanceof UrlValueError)) throw error;
      notes.push({ parameter, value, reason: error.message });
    }
  }
  return { state: canonical({ ...defaultState(view), ...options, filters, where }), notes };
}
