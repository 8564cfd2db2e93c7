"use client";
import { RawText } from "@/components/views/responses/raw-text";
import type { Answer, ResultsReply } from "@/lib/evaluate/contract/jobs";
import { formatCount, plural } from "@/lib/format/number";
import { inWords, paddingWords } from "@/lib/format/words";

function headOf(answer: Answer): string {
  const place = [
    answer.environment,
    `N=${answer.n_options}`,
    answer.padding === "none" ? null : paddingWords(answer.padding),
    answer.mode === "thinking" ? "thinking" : null,
    answer.condition,
    answer.permutation === null ? null : `permutation ${answer.permutation}`,
    `trial ${answer.trial}`,
  ].filter((part) => part !== null);
  return `${answer.model}, ${answer.item_id}, ${place.join(", ")}`;
}

function verdictOf(answer: Answer): string {
  const { outcome, resp_pos, gold_pos } = answer;
  const gold = `gold ${formatCount(gold_pos)}`;
  if (outcome !== "answered") return `${inWords(outcome)}, ${gold}`;
  const right = resp_pos === gold_pos ? "correct" : "wrong";
  return `${right}: answered ${formatCount(resp_pos)}, ${gold}`;
}

/** The answers that came last, as texts. */
export function JobAnswers({ answers }: Pick<ResultsReply, "answers">) {
  if (answers.length === 0) return null;
  return (
    <section aria-labelledby="answers" className="space-y-1">
      <h2 id="answers" className="font-semibold">
        Last answers
      </h2>
      <ul aria-label="Last answers" className="border-line bg-surface rounded border">
        {answers.map((answer) => (
          <li
            key={JSON.stringify([
              answer.run_id,
              answer.item_id,
              answer.environment,
              answer.n_options,
              answer.padding,
              answer.mode,
              answer.condition,
              answer.permutation,
              answer.trial,
            ])}
            className="border-line border-t px-2 py-1 first:border-t-0"
          >
            <details>
              <summary className="text-sm [overflow-wrap:anywhere]">
                {headOf(answer)} <span className="text-muted">{verdictOf(answer)}</span>
              </summary>
              <div className="mt-1">
                {answer.text === null ? (
                  <p className="text-danger text-sm [overflow-wrap:anywhere]">{answer.failure}</p>
                ) : (
                  <RawText
                    label={
                      answer.length > answer.text.length
                        ? `The first of ${plural(answer.length, "character")}`
                        : "Answer"
                    }
                    text={answer.text}
                  />
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Failures by host and kind, with one of each. */
export function JobFailures({ failures }: Pick<ResultsReply, "failures">) {
  if (failures.length === 0) return null;
  return (
    <section aria-labelledby="failures" className="space-y-1">
      <h2 id="failures" className="font-semibold">
        Failures by kind
      </h2>
      <ul aria-label="Failures by kind" className="border-line bg-surface rounded border">
        {failures.map(({ host, kind, count, example }) => (
          <li
            key={`${host} ${kind}`}
            className="border-line border-t px-2 py-1 text-sm [overflow-wrap:anywhere] first:border-t-0"
          >
            <span className="tabular font-medium">
              {plural(count, "response")}, {kind}
            </span>{" "}
            on {host}: <span className="text-muted">{example}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
