import { orAborted } from "@/lib/engine/answering";
import type { Workspace } from "@/lib/metrics/workspace";
import { opened } from "./rows-query";
import type { StoreState } from "./store-state";

export const CHANGED = "The data changed meanwhile: ask again.";

const notOpened = ({ message }: Error) =>
  new Error(
    `The data could not be opened: ${message.replace(/\.?$/, ".")} ` +
      "Press “Try again” above, then ask again.",
  );

/**
 * Asks the open data once: refused where they could not be opened, or change before all is answered,
 * since a file made of both would be of neither.
 * @param changes settled when no change of the data is under way
 */
export async function askOnce<T>(
  state: StoreState,
  changes: () => Promise<unknown>,
  ask: (workspace: Workspace, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { workspace, version } = state.getData();
  const refused = new AbortController();
  const { signal } = refused;
  const check = () => {
    const { opening } = state.getActivity();
    if (opening.kind === "failed") refused.abort(notOpened(opening.error));
    else if (state.getData().version !== version) refused.abort(new Error(CHANGED));
  };
  const unsubscribe = state.subscribe(check);
  try {
    check();
    signal.throwIfAborted();
    const answer = await orAborted(ask(opened(workspace), signal), signal);
    // A part of the answer may have seen a change that is under way.
    await orAborted(changes(), signal);
    return answer;
  } finally {
    unsubscribe();
  }
}
