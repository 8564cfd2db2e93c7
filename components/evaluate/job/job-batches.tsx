"use client";
import type { JobBatchReply, JobSummary } from "@/lib/evaluate/contract/jobs";
import { formatCount, plural } from "@/lib/format/number";
import { inWords } from "@/lib/format/words";

const HEAD = "px-2 py-1 text-left font-medium";
const CELL = "px-2 py-1 text-right tabular";

/** Where a batch is, in words. */
function stateText({ state, host_state, cancelling }: JobBatchReply): string {
  const said = host_state === null ? "" : `, ${inWords(host_state)} there`;
  switch (state) {
    case "submitting":
      return "to be handed in";
    case "waiting":
      return `at the host${said}${cancelling ? "; its cancelling was asked for" : ""}`;
    case "collected":
      return `collected${host_state === "completed" ? "" : `, ${inWords(host_state ?? "ended")} there`}`;
    case "refused":
    case "given up":
      return state;
  }
}

/** What was answered: of a batch at its host as the host counts, else as it was collected. */
const answered = ({ done, host_done }: JobBatchReply) => done ?? host_done;
const failed = ({ failed: own, host_failed }: JobBatchReply) => own ?? host_failed;
const timeText = (time: string | null) =>
  time === null ? "–" : `${time.slice(0, 16).replace("T", " ")} UTC`;

function BatchLine({ batch }: { readonly batch: JobBatchReply }) {
  return (
    <tr className="border-line border-t">
      <th scope="row" className="px-2 py-1 text-left font-mono text-xs font-normal">
        {batch.remote ?? "–"}
      </th>
      <td className="px-2 py-1 [overflow-wrap:anywhere]">
        {batch.model} on {batch.host}
      </td>
      <td className="min-w-48 px-2 py-1">
        {stateText(batch)}
        {batch.problem !== null && (
          <span className="text-warn block text-xs [overflow-wrap:anywhere]">{batch.problem}</span>
        )}
      </td>
      <td className={CELL}>{formatCount(batch.requests)}</td>
      <td className={CELL}>{formatCount(answered(batch))}</td>
      <td className={CELL}>{formatCount(failed(batch))}</td>
      <td className={CELL}>{formatCount(batch.missing)}</td>
      <td className="tabular px-2 py-1 whitespace-nowrap">{timeText(batch.submitted)}</td>
      <td className="tabular px-2 py-1 whitespace-nowrap">{timeText(batch.ended)}</td>
    </tr>
  );
}

/** When its hosts are asked how far they are. */
const lookedAt = ({ state }: JobSummary) =>
  state === "paused"
    ? "Nobody asks for them until the job is resumed"
    : "They are asked for every half minute";

/** The batches of a job, at its hosts and collected. */
export function JobBatches({ job }: { readonly job: JobSummary }) {
  if (job.batches.length === 0) return null;
  return (
    <section aria-labelledby="batches" className="space-y-1">
      <h2 id="batches" className="font-semibold">
        Batches
      </h2>
      <p className="text-muted text-sm">
        {job.batches_under_way > 0
          ? `${plural(job.batches_under_way, "batch", "batches")} under way. ${lookedAt(job)}; a host may take a day.`
          : "None is under way."}
      </p>
      <div
        role="region"
        aria-label="Batches"
        tabIndex={0}
        className="border-line bg-surface overflow-x-auto rounded border"
      >
        <table className="w-full text-sm">
          <caption className="text-muted px-2 py-1 text-left text-xs">
            Of a batch at its host what the host counts, of a collected one what its files held.
            What is missing, or failed and can be tried again, goes into a later batch, up to the
            job’s attempts
          </caption>
          <thead>
            <tr>
              {["batch", "asked", "state"].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
              {["requests", "answered", "failed", "missing"].map((name) => (
                <th key={name} scope="col" className={`${CELL} font-medium`}>
                  {name}
                </th>
              ))}
              {["handed in", "ended"].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {job.batches.map((batch) => (
              <BatchLine key={batch.id} batch={batch} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
