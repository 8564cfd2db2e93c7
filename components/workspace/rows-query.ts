import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import type { Workspace } from "@/lib/metrics/workspace";
import { statusOf, type RowsResult } from "./query-state";
import type { OpenData } from "./types";

/** Rows with the question that they answer, which while `refreshing` is an earlier one. */
export interface AnsweredRows<Row, Key> extends RowsResult<Row> {
  readonly asked: Key;
}

/** An answer never stands without its question: a view must not speak of another one. */
interface Answer<Row, Key> {
  readonly rows: readonly Row[];
  readonly asked: Key;
}

const NO_ROWS: readonly never[] = [];

export function opened(workspace: Workspace | null): Workspace {
  if (!workspace) throw new Error("the workspace is not open yet");
  return workspace;
}

/** A question to the open data; see `useRows`. */
export function rowsQuery<Row, const Key extends readonly unknown[]>(
  { workspace, version }: Pick<OpenData, "workspace" | "version">,
  key: Key,
  ask: (workspace: Workspace, signal: AbortSignal) => Promise<readonly Row[]>,
  enabled: boolean,
) {
  return queryOptions({
    queryKey: [version, ...key] as readonly unknown[],
    queryFn: async ({ signal }): Promise<Answer<Row, Key>> => ({
      rows: await ask(opened(workspace), signal),
      asked: key,
    }),
    enabled: enabled && workspace !== null,
    // Rows of an earlier question of the same kind: same metric, other filters or other data.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === key[0] && query?.queryKey[2] === key[1] ? previous : undefined,
  });
}

/** How the answer to a question stands. */
export function answerOf<Row, Key>(
  query: Pick<
    UseQueryResult<Answer<Row, Key>>,
    "data" | "error" | "status" | "isPlaceholderData" | "refetch"
  >,
  key: Key,
): AnsweredRows<Row, Key> {
  const { data, isPlaceholderData } = query;
  return {
    status: query.status === "error" ? "error" : statusOf(data?.rows, isPlaceholderData),
    rows: data?.rows ?? NO_ROWS,
    asked: data?.asked ?? key,
    error: query.error,
    refreshing: isPlaceholderData,
    retry: () => void query.refetch(),
  };
}
