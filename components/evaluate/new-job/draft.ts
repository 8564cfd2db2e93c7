/** Where the text of a new job is kept while nobody has put it down: this tab alone, until it is closed. */
export interface Draft {
  /** Null where nothing is kept, or the browser keeps nothing for this site. */
  readonly read: () => string | null;
  readonly keep: (text: string) => void;
  readonly discard: () => void;
}

/** What can be refused: a browser that keeps nothing, a text beyond its room. The page works without. */
function attempted<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/**
 * The draft of a job, or of a variant of one. A spec names hosts, never their keys: nothing that is
 * secret is kept.
 * @param from the job that it is a variant of; null for a new one
 */
export function draftOf(from: number | null, storage: () => Storage): Draft {
  const key = from === null ? "foilscope-new-job" : `foilscope-new-job-${from}`;
  return {
    read: () => attempted(() => storage().getItem(key), null),
    keep: (text) => attempted(() => storage().setItem(key, text), undefined),
    discard: () => attempted(() => storage().removeItem(key), undefined),
  };
}
