"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import type { ModelPreflight, PreflightReply } from "@/lib/evaluate/contract/preflight";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatFixed, formatPercent, plural } from "@/lib/format/number";

const money = (amount: number, currency: string) =>
  `${formatFixed(amount, amount < 1 ? 4 : 2)} ${currency}`;

function costText({ cost, counted }: ModelPreflight): string {
  if (cost === null) return "not known: the host has no prices";
  const { currency, prompts_least, prompts_most, answers_most } = cost;
  const prompts =
    prompts_least < prompts_most
      ? `${money(prompts_least, currency)} to ${money(prompts_most, currency)}`
      : money(prompts_most, currency);
  const own = counted ? "" : " in cl100k_base tokens";
  return `prompts ${prompts}${own}, answers at most ${money(answers_most, currency)}`;
}

function contextText({ longest, counted, context }: ModelPreflight): string {
  const prompt = `${counted ? "" : "about "}${formatCount(longest)} tokens`;
  return context === null
    ? `${prompt}; the host does not tell how many fit`
    : `${prompt} of the ${formatCount(context)} that a request has`;
}

function ModelPart({ model }: { readonly model: ModelPreflight }) {
  return (
    <li className="border-line space-y-1 border-t py-2">
      <h3 className="text-sm font-semibold [overflow-wrap:anywhere]">
        {model.model} on {model.host}
      </h3>
      {model.fault !== null && (
        <p role="alert" className="text-danger text-sm">
          {model.fault}
        </p>
      )}
      {model.listed === false && (
        <p className="text-warn text-sm">The host does not list a model of this name.</p>
      )}
      {model.refusal !== null && (
        <p role="alert" className="bg-danger-soft text-danger rounded px-2 py-1 text-sm">
          {model.refusal}
        </p>
      )}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 text-sm">
        <dt className="text-muted">longest prompt</dt>
        <dd className="tabular">{contextText(model)}</dd>
        <dt className="text-muted">time</dt>
        <dd className="tabular">
          {model.seconds === null
            ? "not known: no earlier run of this model here"
            : `${formatDuration(model.seconds)}, as its last run here took`}
        </dd>
        <dt className="text-muted">cost</dt>
        <dd className="tabular">{costText(model)}</dd>
      </dl>
    </li>
  );
}

/** What each condition shows of how many questions, in how many orders. */
function Conditions({ conditions }: Pick<PreflightReply, "conditions">) {
  if (conditions.length === 0) return null;
  return (
    <div className="space-y-1 text-sm">
      <ul aria-label="By condition" className="tabular">
        {conditions.map(({ condition, n_options, items, orders, requests }) => (
          <li key={`${condition ?? ""} ${n_options}`}>
            {condition ?? "as stored"}, N={n_options}: {plural(items, "item")} in{" "}
            {plural(orders, "order")}, {plural(requests, "request")}
          </li>
        ))}
      </ul>
      {conditions.some(({ orders }) => orders > 1) && (
        <p className="text-muted text-xs">
          Several orders of one item are no further items: its answers are averaged before items are
          compared, and intervals are over items.
        </p>
      )}
    </div>
  );
}

interface EstimateProps {
  readonly preflight: PreflightReply;
  /** The job has the stopping rule. */
  readonly stops: boolean;
}

function Estimate({ preflight, stops }: EstimateProps) {
  const { requests, items, cells, prompt_tokens, answer_tokens_most, reusable } = preflight;
  const counted = preflight.models.some((model) => model.counted);
  return (
    <>
      <p className="tabular text-sm">
        <strong data-requests={requests}>{plural(requests, "request")}</strong>
        {stops && " at most (the rule may stop cells before)"}: {plural(items, "item")} in{" "}
        {plural(cells, "cell")} for {plural(preflight.models.length, "model")}.
      </p>
      <Conditions conditions={preflight.conditions} />
      <dl className="tabular grid grid-cols-[max-content_1fr] gap-x-3 text-sm">
        <dt className="text-muted">prompt tokens</dt>
        <dd>about {formatCount(prompt_tokens)}</dd>
        <dt className="text-muted">answer tokens</dt>
        <dd>{formatCount(answer_tokens_most)} at most</dd>
        <dt className="text-muted">shared with the prompt before</dt>
        <dd>
          {formatPercent(reusable)} of the prompt tokens, which a host that keeps prefixes need not
          compute again
        </dd>
        <dt className="text-muted">longest prompt</dt>
        <dd>
          {preflight.longest
            .map(({ n_options, tokens }) => `N=${n_options}: ${formatCount(tokens)}`)
            .join(", ")}
        </dd>
      </dl>
      <ul aria-label="By model">
        {preflight.models.map((model) => (
          <ModelPart key={`${model.host} ${model.model}`} model={model} />
        ))}
      </ul>
      <p className="text-muted text-xs">
        Tokens are those of cl100k_base
        {counted && "; by model those of its own tokenizer where its host counts"}: every model has
        a tokenizer of its own and a template around the prompt.
      </p>
    </>
  );
}

interface PreflightPanelProps {
  readonly query: UseQueryResult<PreflightReply>;
  /** The text is a spec. */
  readonly readable: boolean;
  readonly stops: boolean;
}

/** What the job will take, as the text beside it stands. */
export function PreflightPanel({ query, readable, stops }: PreflightPanelProps) {
  const { data, error, isFetching, isPlaceholderData } = query;
  return (
    <section
      aria-labelledby="preflight"
      aria-busy={isFetching}
      className="border-line bg-surface space-y-2 rounded border p-3"
    >
      <h2 id="preflight" className="font-semibold">
        What it will take
      </h2>
      <p role="status" className="text-muted min-h-5 text-sm">
        {!readable
          ? "Told as soon as the job is described without a problem."
          : isFetching
            ? "Counting …"
            : ""}
      </p>
      {readable && error && (
        <ErrorState
          error={error}
          title="This job cannot be carried out"
          nextStep="Change what is named above."
          retry={() => void query.refetch()}
        />
      )}
      {readable && !error && data && (
        <div className={isPlaceholderData ? "space-y-2 opacity-60" : "space-y-2"}>
          <Estimate preflight={data} stops={stops} />
        </div>
      )}
    </section>
  );
}
