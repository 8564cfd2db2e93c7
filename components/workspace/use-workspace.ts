"use client";
import { createContext, useContext } from "react";
import type { WorkspaceView } from "./types";

export const WorkspaceContext = createContext<WorkspaceView | null>(null);

/** The data that are open. */
export function useWorkspace(): WorkspaceView {
  const view = useContext(WorkspaceContext);
  if (!view) throw new Error("useWorkspace needs a WorkspaceProvider above it");
  return view;
}
