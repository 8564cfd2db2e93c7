import { Suspense, type ReactNode } from "react";
import { Shell } from "@/components/shell/shell";
import { ShellProviders } from "@/components/shell/providers";
import { ShellSkeleton } from "@/components/shell/shell-skeleton";

/** The data are opened once, here, and stay open from view to view. */
export default function ExploreLayout({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <ShellProviders>
        <Shell>{children}</Shell>
      </ShellProviders>
    </Suspense>
  );
}
