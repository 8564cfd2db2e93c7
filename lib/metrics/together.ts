import type { Engine, RawRow } from "@/lib/engine/engine";
import type { Filters } from "@/lib/view-state/filters";
import type { MetricOptions, Workspace } from "./workspace";

/** Rows to be asked for under filters: a section of the registry, or anything of that form. */
export interface MetricSource<Row> {
  readonly id: string;
  run(workspace: Workspace, options: MetricOptions): Promise<readonly Row[]>;
}

/** Rows of several sources, by the name each has in the set. */
export type RowsOf<Sources> = {
  readonly [Name in keyof Sources]: Sources[Name] extends MetricSource<infer Row>
    ? readonly Row[]
    : never;
};

/** An engine that asks the same question once: sections stand on the same loads. */
function askingOnce(engine: Engine): Engine {
  const asked = new Map<string, Promise<RawRow[]>>();
  const query: Engine["query"] = (sql, options) => {
    const rows = asked.get(sql) ?? engine.query(sql, options);
    asked.set(sql, rows);
    return rows;
  };
  return Object.assign(Object.create(engine) as Engine, { query });
}

/**
 * Several sources as one, so that a view never draws some of them under old filters and some under
 * new ones. It has one row, the rows of each; none where all are empty.
 */
export function together<Sources extends Readonly<Record<string, MetricSource<unknown>>>>(
  id: string,
  sources: Sources,
): MetricSource<RowsOf<Sources>> {
  return {
    id,
    run: async (workspace, options) => {
      const once: Workspace = {
        engine: askingOnce(workspace.engine),
        ensureRows: (signal) => workspace.ensureRows(signal),
      };
      const rows = await Promise.all(
        Object.entries(sources).map(
          async ([name, source]) => [name, await source.run(once, options)] as const,
        ),
      );
      return rows.every(([, own]) => own.length === 0)
        ? []
        : [Object.fromEntries(rows) as RowsOf<Sources>];
    },
  };
}

/** A source under other filters; where `narrow` gives null nothing is asked and there are no rows. */
export function narrowed<Row>(
  source: MetricSource<Row>,
  narrow: (filters: Filters) => Filters | null,
): MetricSource<Row> {
  return {
    id: source.id,
    run: (workspace, options) => {
      const filters = narrow(options.filters);
      return filters === null
        ? Promise.resolve([])
        : source.run(workspace, { ...options, filters });
    },
  };
}
