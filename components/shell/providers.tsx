"use client";
import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { WorkspaceProvider } from "@/components/workspace/provider";

export function ShellProviders({ children }: { readonly children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={300}>
      <WorkspaceProvider>{children}</WorkspaceProvider>
    </Tooltip.Provider>
  );
}
