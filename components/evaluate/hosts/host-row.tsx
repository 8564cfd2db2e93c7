"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { AttachedHost } from "@/lib/evaluate/contract/hosts";
import { plural } from "@/lib/format/number";
import { ConfirmButton } from "../confirm";
import { useWrite } from "../operator";
import { ProbeResult } from "./probe-result";

function keyText({ config, key_set }: AttachedHost): string {
  if (config.key_variable === null) return "needs no key";
  return key_set === true
    ? `${config.key_variable} is set where the server runs`
    : `${config.key_variable} is not set where the server runs: start the server with it`;
}

/** One attached host: where it is, whether it can be asked, what it says. */
export function HostRow({ attached }: { readonly attached: AttachedHost }) {
  const write = useWrite();
  const client = useQueryClient();
  const { config, address, fault, key_set } = attached;
  const parameters = { id: config.id };
  const probe = useMutation({ mutationFn: () => write("probeHost", { parameters }) });
  const detach = useMutation({
    mutationFn: () => write("detachHost", { parameters }),
    onSettled: () => client.invalidateQueries({ queryKey: ["hosts"] }),
  });
  return (
    <li data-host={config.id} className="border-line border-t p-3 first:border-t-0">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]">{config.id}</h2>
          <p className="text-muted text-sm [overflow-wrap:anywhere]">
            {config.kind}
            {address !== null && (
              <>
                , <span className="font-mono text-xs">{address}</span>
              </>
            )}
            , {plural(config.concurrency, "request")} at once
          </p>
          <p className={key_set === false ? "text-warn text-sm" : "text-muted text-sm"}>
            {keyText(attached)}
          </p>
        </div>
        <div className="flex flex-wrap gap-1">
          <Button
            aria-label={`Ask ${config.id} what it is`}
            disabled={probe.isPending || fault !== null}
            onClick={() => probe.mutate()}
          >
            {probe.isPending ? "Asking …" : "Probe"}
          </Button>
          <ConfirmButton
            label="Detach"
            title={`Detach ${config.id}?`}
            explanation="Its settings are removed. Runs that were made on it stay; jobs that still need it will pause and say so."
            disabled={detach.isPending}
            onConfirm={() => detach.mutate()}
          />
        </div>
      </div>
      {fault !== null && <p className="text-warn mt-1 text-sm">{fault}</p>}
      {probe.error && (
        <ErrorState
          error={probe.error}
          title="It does not answer"
          nextStep="See whether it runs, and whether the address is right."
          retry={() => probe.mutate()}
        />
      )}
      {detach.error && <ErrorState error={detach.error} title="It was not detached" />}
      {probe.data && <ProbeResult host={config.id} probe={probe.data} />}
    </li>
  );
}
