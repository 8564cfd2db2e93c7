import { snapshotReplySchema, snapshotUrl } from "@/lib/snapshot/api";
import type { Answers } from "@/lib/snapshot/answers";
import type { Snapshot } from "@/lib/snapshot/schema";
import { fetchAnswers } from "./fetch-answers";
import { fetchOk } from "./fetch-bytes";

/** What a snapshot is, and what its first questions are answered. */
export interface FirstLook {
  readonly snapshot: Promise<Snapshot>;
  readonly answers: Promise<Answers | null>;
}

/** What a snapshot is: the one of that id, or the present one, which the server may first compile. */
export async function fetchSnapshot(id: string | null): Promise<Snapshot> {
  const response = await fetchOk(snapshotUrl(id), "The snapshot");
  return snapshotReplySchema.parse(await response.json()).snapshot;
}

function look(id: string | null): FirstLook {
  const snapshot = fetchSnapshot(id);
  const answers = snapshot.then(fetchAnswers);
  // Whoever opens the snapshot is told; before that nobody listens.
  answers.catch(() => undefined);
  return { snapshot, answers };
}

let ahead: { readonly id: string | null; readonly found: FirstLook } | null = null;

/**
 * Begins to fetch what a first chart is drawn from, before React runs.
 * @param id snapshot that the link names; the present one where it names none
 */
export function lookAhead(id: string | null): void {
  ahead = { id, found: look(id) };
}

/** What `lookAhead` began, once; else it is fetched now. */
export function firstLook(id: string | null): FirstLook {
  const begun = ahead?.id === id ? ahead.found : null;
  ahead = null;
  return begun ?? look(id);
}
