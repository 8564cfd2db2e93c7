"use client";
import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { WorkspaceStore } from "./store";
import { tabFileCache } from "./tab-files";
import { WorkspaceContext } from "./use-workspace";

// By default results wait for a timer, which browsers hold back for some milliseconds.
notifyManager.setScheduler(queueMicrotask);

/** Results never go stale by time: other data are another version, other filters another key. */
function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 10 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: "always",
      },
    },
  });
}

/** Opens the data once and holds them for all views below. */
export function WorkspaceProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(makeClient);
  const [store] = useState(() => new WorkspaceStore(tabFileCache));
  const { data } = useViewState().state;

  useEffect(() => store.open(data), [store, data]);

  return (
    <QueryClientProvider client={client}>
      <WorkspaceContext value={store}>{children}</WorkspaceContext>
    </QueryClientProvider>
  );
}
