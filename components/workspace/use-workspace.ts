"use client";
import { createContext, useContext, useSyncExternalStore } from "react";
import type { WorkspaceStore } from "./store";
import type { Activity, OpenData, WorkspaceActions } from "./types";

export const WorkspaceContext = createContext<WorkspaceStore | null>(null);

function useStore(): WorkspaceStore {
  const store = useContext(WorkspaceContext);
  if (!store) throw new Error("this component needs a WorkspaceProvider above it");
  return store;
}

/** The data that are open. */
export function useWorkspace(): OpenData {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.getData, store.getData);
}

/** What is being opened, fetched or imported. */
export function useActivity(): Activity {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, store.getActivity, store.getActivity);
}

export function useWorkspaceActions(): WorkspaceActions {
  return useStore();
}
