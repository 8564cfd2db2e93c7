import { readAnswers, type Answers } from "@/lib/snapshot/answers";
import { snapshotFileUrl } from "@/lib/snapshot/api";
import { ANSWERS, type Snapshot } from "@/lib/snapshot/schema";
import { fetchBytes } from "./fetch-bytes";

/**
 * What the first questions to a snapshot are answered; null where it says nothing that can be used:
 * missing, damaged or old, it only costs the head start.
 */
export async function fetchAnswers({ id, files }: Snapshot): Promise<Answers | null> {
  const file = files[ANSWERS];
  if (!file) return null;
  try {
    return readAnswers(await fetchBytes(snapshotFileUrl(id, ANSWERS), "The answers"), file.sha256);
  } catch {
    return null;
  }
}
