import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** Milliseconds between the end of a look and the next one. */
const PAUSE_MS = 700;

interface Looks {
  /** What is there now is to be seen: at once, or behind the look that is under way. */
  readonly want: () => void;
  readonly stop: () => void;
}

/**
 * Reads queries again when it is told to, one look at a time: a look that came before the last one
 * was answered would otherwise drop it, and of a slow server nothing were ever seen.
 */
export function looksAt(client: QueryClient, queryKey: QueryKey): Looks {
  let looking = false;
  let wanted = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    // What is being fetched already may have been read before what is to be seen.
    wanted = client.isFetching({ queryKey }) > 0;
    await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    if (stopped) return;
    if (wanted) timer = setTimeout(() => void look(), PAUSE_MS);
    else looking = false;
  };
  return {
    want: () => {
      wanted = true;
      if (looking || stopped) return;
      looking = true;
      void look();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
