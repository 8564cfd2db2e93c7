"use client";
import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Value } from "@/components/ui/value";
import { RawText } from "@/components/views/responses/raw-text";
import type { HostProbeReply, ModelProbeReply } from "@/lib/evaluate/contract/hosts";
import { formatCount, plural } from "@/lib/format/number";
import { useWrite } from "../operator";

const ABILITIES = [
  ["thinking", "reasons when asked to"],
  ["structured_output", "keeps to a schema"],
  ["logprobs", "gives log-probabilities of labels"],
  ["cached_tokens", "tells how much came from its cache"],
] as const;

const answerOf = (known: boolean | null) => (known === null ? "cannot tell" : known ? "yes" : "no");

function ModelProbeResult({ probe }: { readonly probe: ModelProbeReply }) {
  return (
    <div className="space-y-2">
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 text-sm">
        {ABILITIES.map(([name, label]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>{answerOf(probe[name])}</dd>
          </div>
        ))}
        <dt className="text-muted">first answer took</dt>
        <dd className="tabular">
          <Value
            value={probe.latency_ms}
            format={(ms) => `${formatCount(ms)} ms`}
            reason="The host did not tell."
          />
        </dd>
      </dl>
      <RawText label="Its answer to a small question" text={probe.text} />
    </div>
  );
}

function ModelRow({
  host,
  model,
}: {
  readonly host: string;
  readonly model: HostProbeReply["models"][number];
}) {
  const write = useWrite();
  const probe = useMutation({
    mutationFn: () =>
      write("probeModel", { parameters: { id: host }, body: { model: model.name } }),
  });
  const about = [
    model.quantisation,
    model.parameters === null ? null : `${formatCount(model.parameters)} parameters`,
    model.context === null
      ? "context not told"
      : `${formatCount(model.context)} tokens for a request`,
  ].filter((part) => part !== null);
  return (
    <li className="border-line space-y-2 border-t py-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono text-xs [overflow-wrap:anywhere]">{model.name}</span>
        <span className="text-muted tabular text-xs">{about.join(", ")}</span>
        <Button
          aria-label={`Try ${model.name}`}
          disabled={probe.isPending}
          onClick={() => probe.mutate()}
        >
          {probe.isPending ? "Asking …" : "Try it"}
        </Button>
      </div>
      {probe.error && <ErrorState error={probe.error} title="The model gave no usable answer" />}
      {probe.data && <ModelProbeResult probe={probe.data} />}
    </li>
  );
}

/** What a host said of itself and of its models. */
export function ProbeResult({
  host,
  probe,
}: {
  readonly host: string;
  readonly probe: HostProbeReply;
}) {
  const about = [
    probe.version ?? "version not told",
    probe.class === "local" ? "on this machine or its network" : "out on the internet",
    probe.slots === null ? null : `works on ${plural(probe.slots, "request")} at once`,
  ].filter((part) => part !== null);
  return (
    <div role="status" className="mt-2">
      <p className="text-sm">It answers: {about.join(", ")}.</p>
      {probe.models.length === 0 ? (
        <p className="text-muted text-sm">It lists no models: type the name of one in the job.</p>
      ) : (
        <ul aria-label={`Models of ${host}`} className="mt-1">
          {probe.models.map((model) => (
            <ModelRow key={model.name} host={host} model={model} />
          ))}
        </ul>
      )}
    </div>
  );
}
