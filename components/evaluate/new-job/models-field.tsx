"use client";
import { useQueries } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import type { HostsReply } from "@/lib/evaluate/contract/hosts";
import { ChoiceField, TextField } from "../fields";
import { useWrite } from "../operator";
import { at, problemAt, textAt } from "./reading";
import type { SpecState } from "./use-spec";

const PROBE_FRESH_MS = 60_000;

/** Names of the models of each host that a spec names; none while that is not known. */
function useModelNames(hosts: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const write = useWrite();
  const names = [...new Set(hosts)].filter((host) => host !== "");
  const probes = useQueries({
    queries: names.map((host) => ({
      queryKey: ["probe", host],
      queryFn: () => write("probeHost", { parameters: { id: host } }),
      staleTime: PROBE_FRESH_MS,
    })),
  });
  return new Map(
    names.map((host, i) => [host, probes[i]?.data?.models.map((model) => model.name) ?? []]),
  );
}

/** The models of a job, each on an attached host. */
export function ModelsField({
  spec,
  hosts,
}: {
  readonly spec: SpecState;
  readonly hosts: HostsReply["hosts"];
}) {
  const found = at(spec.shown, ["models"]);
  const models: readonly unknown[] = Array.isArray(found) ? found : [];
  const used = models.map((model) => textAt(model, ["host"]));
  const known = useModelNames(used.filter((id) => hosts.some((host) => host.config.id === id)));
  const options = hosts.map(({ config }) => ({ value: config.id, label: config.id }));
  const problems = spec.read.problems;
  if (hosts.length === 0)
    return (
      <p className="text-warn text-sm">
        No host is attached:{" "}
        <Link href="/hosts" prefetch={false} className="text-accent underline">
          attach one first
        </Link>
        .
      </p>
    );
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="text-sm font-medium">Models</legend>
      {models.map((model, index) => {
        const host = textAt(model, ["host"]);
        return (
          <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-start gap-2">
            <ChoiceField
              label="Host"
              value={host}
              options={options}
              onChange={(value) => spec.set(["models", index, "host"], value)}
              problem={problemAt(problems, ["models", index, "host"])}
            />
            <TextField
              label="Model"
              value={textAt(model, ["model"])}
              options={known.get(host) ?? []}
              onChange={(value) => spec.set(["models", index, "model"], value)}
              problem={problemAt(problems, ["models", index, "model"])}
            />
            <Button
              variant="danger"
              aria-label={`Leave out model ${index + 1}`}
              className="mt-5"
              onClick={() =>
                spec.set(
                  ["models"],
                  models.filter((_, other) => other !== index),
                )
              }
            >
              <Trash2 size={14} aria-hidden />
            </Button>
          </div>
        );
      })}
      {models.length === 0 && <p className="text-danger text-xs">name at least one model</p>}
      <Button
        onClick={() =>
          spec.set(["models"], [...models, { host: options[0]?.value ?? "", model: "" }])
        }
      >
        <Plus size={14} aria-hidden /> Add a model
      </Button>
    </fieldset>
  );
}
