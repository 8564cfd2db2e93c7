import type { BatchHost, BatchStatus, ModelRequest } from "@/lib/hosts/host";
import type { Database } from "../database/database";
import type { Evaluation } from "../evaluation";
import type { JobHost } from "../ports";
import { storeBatch } from "../queue/results";
import type { RecordLine } from "../runner/record";
import { requestsOf, shownOf } from "./content";
import type { DueBatch } from "./due";
import { reap } from "./harvest";
import { endBatch, noteRemote, noteStatus, type BatchEnd } from "./rows";

/** Rows that are stored in one transaction. */
const PAGE = 1000;
const BREATHE_EVERY = 200;
const NAMED_PROBLEMS = 3;

/** A batch that is worked on, and all that this takes. */
export interface Tending {
  readonly database: Database;
  readonly owner: string;
  readonly due: DueBatch;
  readonly evaluation: Evaluation;
  readonly host: JobHost;
  readonly batches: BatchHost;
  readonly signal: AbortSignal;
  /** @throws where the lease has run out: another worker may have the batch by now */
  readonly assertHeld: () => void;
}

/** What became of a batch at one look. */
export type Tended =
  | { readonly state: "waiting" }
  | { readonly state: "ended" }
  /** The host took none of it, and why: the job cannot go on as it is. */
  | { readonly state: "refused"; readonly reason: string };

/** The requests of a batch by their ids, made again from what was written down. */
async function requestsById({ evaluation, due }: Tending): Promise<Map<string, ModelRequest>> {
  const requests = new Map<string, ModelRequest>();
  for (const request of requestsOf(due.content)) {
    requests.set(request.customId, shownOf(evaluation, due.model, request).request);
    if (requests.size % BREATHE_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return requests;
}

/** Hands a batch in, unless its host has it already. @returns the host's id of it */
async function handIn(tending: Tending): Promise<string> {
  const { batches, due, signal, assertHeld } = tending;
  const earlier = await batches.find(due.name, signal);
  if (earlier !== null) return earlier;
  const [file, more] = [...batches.files(await requestsById(tending))];
  if (!file || more) throw new Error(`batch ${due.name} does not fit one file of its host`);
  assertHeld();
  const uploaded = await batches.upload(file, signal);
  // A process that was frozen meanwhile must not hand in what another one has handed in by now.
  assertHeld();
  return batches.create(uploaded, due.name, signal);
}

async function end(tending: Tending, ended: Partial<BatchEnd> & Pick<BatchEnd, "state">) {
  const { database, owner, due } = tending;
  const requests = due.content.reduce((sum, group) => sum + group.items.length, 0);
  const nothing = { done: 0, failed: 0, missing: requests, problem: null, finished: [] };
  await endBatch(database, owner, due, { ...nothing, untried: true, ...ended });
}

const strange = (surplus: number, unreadable: number): string | null =>
  [
    surplus > 0 && `lines that stood twice or that nobody asked for: ${surplus}`,
    unreadable > 0 && `lines that could not be read: ${unreadable}`,
  ]
    .filter((part) => part !== false)
    .join("; ") || null;

async function collect(tending: Tending, remote: string, { state }: BatchStatus): Promise<void> {
  const { database, owner, due, evaluation, host, batches, signal, assertHeld } = tending;
  const harvest = await batches.collect(remote, await requestsById(tending), signal);
  // What a cancelled batch did not reach was not tried.
  const cancelled = state === "cancelled" || due.job_state === "cancelled";
  const most = cancelled ? null : evaluation.spec.limits.attempts;
  const finished: number[] = [];
  let lines: RecordLine[] = [];
  const flush = async () => {
    assertHeld();
    if (lines.length > 0) await storeBatch(database, { owner, lines, finished: [], log: null });
    lines = [];
  };
  for (const part of reap({ evaluation, batch: due, harvest, most, host })) {
    lines.push(...part.lines);
    if (part.whole) finished.push(part.place);
    if (lines.length >= PAGE) await flush();
  }
  await flush();
  await end(tending, {
    state: "collected",
    done: harvest.done,
    failed: harvest.failed,
    missing: harvest.missing,
    problem: strange(harvest.surplus, harvest.unreadable),
    finished,
    untried: cancelled,
  });
}

/**
 * Takes a batch one step on: hands it in, looks at it, collects what it brought, cancels it at its host
 * where its job was cancelled. Each step can be done again after a crash: what was done is found by the
 * name under which it was handed in, and rows are stored by their key.
 * @throws HostError where the host cannot be asked
 */
export async function tend(tending: Tending): Promise<Tended> {
  const { database, due, batches, signal, host } = tending;
  const cancelled = due.job_state === "cancelled";
  let remote = due.remote;
  if (remote === null) {
    remote = cancelled ? await batches.find(due.name, signal) : await handIn(tending);
    if (remote === null) {
      await end(tending, { state: "given up", problem: "it was not handed in" });
      return { state: "ended" };
    }
    await noteRemote(database, due, remote);
    if (!cancelled) return { state: "waiting" };
  }
  let status = await batches.status(remote, signal);
  if (cancelled && !status.ended && !due.cancel_asked) {
    status = await batches.cancel(remote, signal);
    await noteStatus(database, due, status, true);
  } else await noteStatus(database, due, status, false);
  if (!status.ended) return { state: "waiting" };
  if (status.state === "failed") {
    const said = status.problems.slice(0, NAMED_PROBLEMS).join("; ") || "it names no reason";
    await end(tending, { state: "refused", problem: said });
    return { state: "refused", reason: `host ${host.config.id} refused a batch: ${said}` };
  }
  await collect(tending, remote, status);
  return { state: "ended" };
}
