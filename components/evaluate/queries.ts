"use client";
import { useQuery } from "@tanstack/react-query";
import type { JobSummary } from "@/lib/evaluate/contract/jobs";
import { call } from "./client";

/** Milliseconds between looks at jobs: of one that runs, and of one at rest. */
const RUNNING_MS = 1500;
const REST_MS = 10_000;

const paceOf = (jobs: readonly JobSummary[]) =>
  jobs.some((job) => job.state === "running") ? RUNNING_MS : REST_MS;

export function useJobs() {
  return useQuery({
    queryKey: ["jobs"],
    queryFn: ({ signal }) => call("jobs", { signal }),
    refetchInterval: ({ state }) => paceOf(state.data?.jobs ?? []),
  });
}

/** A job: looked at again with its events, and now and then since numbers follow the time. */
export function useJob(id: number) {
  return useQuery({
    queryKey: ["job", id, "summary"],
    queryFn: ({ signal }) => call("job", { parameters: { id }, signal }),
    refetchInterval: ({ state }) => paceOf(state.data ? [state.data.job] : []),
  });
}

export function useJobResults(id: number) {
  return useQuery({
    queryKey: ["job", id, "results"],
    queryFn: ({ signal }) => call("jobResults", { parameters: { id }, signal }),
  });
}

export function useHosts() {
  return useQuery({ queryKey: ["hosts"], queryFn: ({ signal }) => call("hosts", { signal }) });
}

export function useItemSets() {
  return useQuery({
    queryKey: ["item-sets"],
    queryFn: ({ signal }) => call("itemSets", { signal }),
  });
}

/** What of an item set a sheet can be drawn from; asked for no set where it is null. */
export function useSheetBank(set: string | null) {
  return useQuery({
    queryKey: ["sheet-bank", set],
    queryFn: ({ signal }) => call("sheetBank", { parameters: { set: set ?? "" }, signal }),
    enabled: set !== null,
  });
}

export function usePrompts() {
  return useQuery({ queryKey: ["prompts"], queryFn: ({ signal }) => call("prompts", { signal }) });
}

export function usePaddings() {
  return useQuery({
    queryKey: ["paddings"],
    queryFn: ({ signal }) => call("paddings", { signal }),
  });
}
