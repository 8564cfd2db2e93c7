"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { HOST_KINDS, type HostConfig, type HostKind } from "@/lib/hosts/config";
import { ChoiceField, NumberField, TextField } from "../fields";
import { useWrite } from "../operator";
import { UnreadableFields, useUnreadable } from "../unreadable";
import { EMPTY_DRAFT, readDraft, type HostDraft } from "./draft";

const KIND_LABELS: Readonly<Record<HostKind, string>> = {
  "openai-compatible": "OpenAI-compatible (llama.cpp, vLLM, LM Studio, OpenAI …)",
  ollama: "Ollama",
  gemini: "Gemini",
  "openai-batch": "OpenAI Batch",
  simulated: "simulated (known policies, no model)",
};
const KINDS = HOST_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }));

const ADDRESSES: Partial<Record<HostKind, string>> = {
  "openai-compatible": "http://127.0.0.1:8080/v1",
  ollama: "http://127.0.0.1:11434",
};

/** A host to attach: what is typed is checked by the schema that the server reads it by. */
export function AttachForm() {
  const write = useWrite();
  const client = useQueryClient();
  const [draft, setDraft] = useState<HostDraft>(EMPTY_DRAFT);
  const [tried, setTried] = useState(false);
  const { config, problems } = readDraft(draft);
  const attach = useMutation({
    mutationFn: (body: HostConfig) => write("attachHost", { body }),
    onSuccess: async (reply) => {
      client.setQueryData(["hosts"], reply);
      setDraft(EMPTY_DRAFT);
      setTried(false);
      await client.invalidateQueries({ queryKey: ["hosts"] });
    },
  });
  const set = (change: Partial<HostDraft>) => setDraft((now) => ({ ...now, ...change }));
  const problem = (field: keyof HostDraft) => (tried ? (problems.get(field) ?? null) : null);
  const remote = draft.kind !== "simulated";
  const unreadable = useUnreadable();
  return (
    <form
      aria-label="Attach a host"
      className="border-line bg-surface space-y-3 rounded border p-3"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (config && unreadable.text === null) attach.mutate(config);
      }}
    >
      <h2 className="font-semibold">Attach a host</h2>
      <UnreadableFields value={unreadable.tell}>
        <div className="grid gap-3 sm:grid-cols-2">
          <ChoiceField
            label="Kind"
            value={draft.kind}
            options={KINDS}
            onChange={(kind) => set({ kind: HOST_KINDS.find((one) => one === kind) ?? draft.kind })}
            problem={problem("kind")}
          />
          <TextField
            label="Name"
            value={draft.id}
            onChange={(id) => set({ id })}
            problem={problem("id")}
            hint="small letters, digits and hyphens; a host of the same name is replaced"
          />
          {remote && (
            <>
              <TextField
                label="Address"
                mono
                value={draft.base_url}
                placeholder={ADDRESSES[draft.kind] ?? "the usual one"}
                onChange={(base_url) => set({ base_url })}
                problem={problem("base_url")}
              />
              <TextField
                label="Variable of the key"
                mono
                value={draft.key_variable}
                placeholder="OPENAI_API_KEY"
                onChange={(key_variable) => set({ key_variable })}
                problem={problem("key_variable")}
                hint="name of the environment variable that the server was started with; never the key itself"
              />
            </>
          )}
          <NumberField
            label="Requests at once"
            value={draft.concurrency}
            onChange={(concurrency) => set({ concurrency })}
            problem={problem("concurrency")}
          />
        </div>
        {remote && (
          <details>
            <summary className="text-muted text-sm">Prices, where it costs</summary>
            <div className="mt-2 grid gap-3 sm:grid-cols-4">
              <TextField
                label="Currency"
                value={draft.currency}
                placeholder="USD"
                onChange={(currency) => set({ currency })}
                problem={problem("currency")}
              />
              <NumberField
                label="A million prompt tokens"
                value={draft.prompt}
                onChange={(prompt) => set({ prompt })}
                problem={problem("prompt")}
              />
              <NumberField
                label="… of them from the cache"
                value={draft.cached_prompt}
                onChange={(cached_prompt) => set({ cached_prompt })}
                problem={problem("cached_prompt")}
              />
              <NumberField
                label="A million answer tokens"
                value={draft.completion}
                onChange={(completion) => set({ completion })}
                problem={problem("completion")}
              />
            </div>
          </details>
        )}
      </UnreadableFields>
      {attach.error && <ErrorState error={attach.error} title="The host was not attached" />}
      {unreadable.text !== null && (
        <p role="status" className="text-danger text-sm">
          {unreadable.text}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={attach.isPending || unreadable.text !== null}
      >
        Attach
      </Button>
    </form>
  );
}
