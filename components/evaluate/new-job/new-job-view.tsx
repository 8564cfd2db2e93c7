"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { JobSpec } from "@/lib/protocol/job-spec";
import { textOfSpec } from "@/lib/evaluate/spec-text";
import { call } from "../client";
import { ConfirmButton } from "../confirm";
import { useWrite } from "../operator";
import { PageFrame } from "../page-frame";
import { Queried } from "../queried";
import { useHosts, useItemSets, usePrompts } from "../queries";
import { UnreadableFields, useUnreadable } from "../unreadable";
import { draftOf } from "./draft";
import { JsonEditor } from "./json-editor";
import { PreflightPanel } from "./preflight-panel";
import { SpecForm, type SpecFormProps } from "./spec-form";
import { startingSpec } from "./starting-spec";
import { useLate } from "./use-late";
import { useSpec } from "./use-spec";

/** Milliseconds that a text rests before it is counted. */
const REST_MS = 500;

function usePreflight(spec: JobSpec | null) {
  const write = useWrite();
  const text = useLate(spec === null ? null : JSON.stringify(spec), REST_MS);
  const query = useQuery({
    queryKey: ["preflight", text],
    queryFn: ({ signal }) =>
      write("preflight", { body: { spec: JSON.parse(text ?? "") as unknown }, signal }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  // What was counted is of an earlier text while a newer one rests.
  const current = text === (spec === null ? null : JSON.stringify(spec));
  return { query, current };
}

type EditorProps = Omit<SpecFormProps, "spec"> & {
  readonly start: string;
  /** The job that this one is a variant of. */
  readonly from: number | null;
};

/** Form, text and preflight of one spec, and the buttons that make a job of it. */
function SpecEditor({ start: given, from, ...lists }: EditorProps) {
  // What is looked up anew meanwhile (a host that was attached) does not change what was begun.
  const [start] = useState(given);
  const draft = useMemo(() => draftOf(from, () => sessionStorage), [from]);
  const router = useRouter();
  const write = useWrite();
  const spec = useSpec(start, draft);
  const { query, current } = usePreflight(spec.read.spec);
  const [anyway, setAnyway] = useState(false);
  const make = useMutation({
    mutationFn: (run: boolean) => write("makeJob", { body: { spec: spec.read.spec, run } }),
    onSuccess: ({ id }) => {
      draft.discard();
      router.push(`/jobs/${id}`);
    },
  });
  const told = current && !query.isPlaceholderData ? query.data : undefined;
  const refusals = told?.models.filter((model) => model.refusal !== null) ?? [];
  const certain = refusals.some((model) => model.counted);
  const estimated = refusals.length > 0 && !certain;
  const unreadable = useUnreadable();
  const ready =
    spec.read.spec !== null &&
    unreadable.text === null &&
    told !== undefined &&
    !query.error &&
    !make.isPending;
  return (
    <div className="grid items-start gap-4 min-[1100px]:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div className="min-w-0 space-y-4">
        {spec.drafted && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-muted text-sm">
              A draft. Where the browser allows it, this tab keeps it over a reload, until the job
              is put down.
            </p>
            <ConfirmButton
              label="Discard the draft"
              title="Discard this draft?"
              explanation="The form goes back to what it began as. Jobs that were put down stay."
              onConfirm={spec.discard}
            />
          </div>
        )}
        <UnreadableFields value={unreadable.tell}>
          <SpecForm spec={spec} {...lists} />
        </UnreadableFields>
        <JsonEditor spec={spec} />
      </div>
      <div className="min-w-0 space-y-3 min-[1100px]:sticky min-[1100px]:top-3">
        <PreflightPanel
          query={query}
          readable={spec.read.spec !== null}
          stops={(spec.read.spec?.adaptive ?? null) !== null}
        />
        {estimated && (
          <label className="flex items-start gap-1.5 text-sm">
            <input
              type="checkbox"
              checked={anyway}
              onChange={(event) => setAnyway(event.target.checked)}
            />
            The tokens are an estimate: start it all the same
          </label>
        )}
        {make.error && (
          <ErrorState
            error={make.error}
            title="The job was not started"
            nextStep="It may have been put down: see the list of jobs."
          />
        )}
        {unreadable.text !== null && (
          <p role="status" className="text-danger text-sm">
            {unreadable.text}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            disabled={!ready || certain || (estimated && !anyway)}
            onClick={() => make.mutate(true)}
          >
            Start
          </Button>
          <Button disabled={!ready} onClick={() => make.mutate(false)}>
            Put down without starting
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The spec of the job that the link names, for a variant of it; null where it names none. */
function useOriginal() {
  const from = Number(useSearchParams().get("from") ?? Number.NaN);
  const named = Number.isInteger(from) && from > 0;
  const query = useQuery({
    queryKey: ["job", from, "spec"],
    queryFn: ({ signal }) => call("job", { parameters: { id: from }, signal }),
    enabled: named,
    staleTime: Infinity,
  });
  return { from: named ? from : null, query };
}

/** Describes an evaluation, and tells what it will take before anything is asked. */
export function NewJobView() {
  const hosts = useHosts();
  const sets = useItemSets();
  const prompts = usePrompts();
  const { from, query: original } = useOriginal();
  return (
    <PageFrame
      title="A new job"
      subtitle="the form and the text are one: what is changed in either stands in both"
    >
      <Queried query={hosts} what="the hosts">
        {(attached) => (
          <Queried query={sets} what="the item sets">
            {(listed) => (
              <Queried query={prompts} what="the prompts">
                {(templates) => {
                  const lists = {
                    hosts: attached.hosts,
                    sets: listed.sets,
                    prompts: templates,
                  };
                  if (from !== null)
                    return (
                      <Queried query={original} what="the job that this one begins as">
                        {({ spec }) => (
                          <SpecEditor
                            {...lists}
                            from={from}
                            start={textOfSpec({ ...spec, name: `${spec.name} (copy)` })}
                          />
                        )}
                      </Queried>
                    );
                  const first = attached.hosts[0];
                  const model = first ? { host: first.config.id, model: "" } : null;
                  return (
                    <SpecEditor
                      {...lists}
                      from={null}
                      start={textOfSpec(startingSpec(listed.sets[0], templates.prompts, model))}
                    />
                  );
                }}
              </Queried>
            )}
          </Queried>
        )}
      </Queried>
    </PageFrame>
  );
}
