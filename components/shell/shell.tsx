"use client";
import { clsx } from "clsx";
import { SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import { useState, type ReactNode } from "react";
import { FilterChips } from "@/components/filters/chips";
import { FilterPanel } from "@/components/filters/filter-panel";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DataMenu } from "@/components/workspace/data-menu";
import { DropZone } from "@/components/workspace/drop-zone";
import { EvaluateMenu } from "@/components/evaluate/shell/evaluate-menu";
import { formatCount } from "@/lib/format/number";
import { IS_SITE } from "@/lib/http/hosting";
import { EngineStatus } from "./engine-status";
import { ExploreMenu } from "./explore-menu";
import { HelpDialog } from "./help-dialog";
import { Notices } from "./notices";
import { Palette } from "./palette";
import { SavedViews } from "./saved-views";
import { ThemeToggle } from "./theme-toggle";
import { ViewTabs } from "./view-tabs";

function Header() {
  const { hrefOfView } = useViewState();
  return (
    <header
      className="border-line bg-surface flex items-center gap-1 border-b px-3 py-1"
      data-print="hide"
    >
      <Link
        href={hrefOfView("overview")}
        prefetch={false}
        className="mr-2 text-base font-bold tracking-tight"
      >
        Foilscope
      </Link>
      <ExploreMenu />
      {!IS_SITE && (
        <div className="max-sm:hidden">
          <EvaluateMenu />
        </div>
      )}
      <div className="ml-auto flex min-w-0 items-center">
        <DataMenu />
        <Palette />
        <SavedViews />
        <HelpDialog />
        <ThemeToggle />
      </div>
    </header>
  );
}

/** Below the breakpoint the filters are a sheet. */
function FilterSheet() {
  const [open, setOpen] = useState(false);
  const { filters } = useViewState().state;
  return (
    <div className="min-[900px]:hidden" data-print="hide">
      <Button onClick={() => setOpen(true)}>
        <SlidersHorizontal size={14} aria-hidden /> Filters
        {filters.length > 0 && ` (${formatCount(filters.length)})`}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Filters" form="sheet">
        <FilterPanel />
      </Dialog>
    </div>
  );
}

/** The way to the filters on narrow screens, and the filters in force on all. */
function FilterBar() {
  const chosen = useViewState().state.filters.length > 0;
  return (
    <div className={clsx("flex flex-wrap items-center gap-2", !chosen && "min-[900px]:hidden")}>
      <FilterSheet />
      <FilterChips />
    </div>
  );
}

/** Header, tabs, filters and the view; with `?embed=1` the view alone. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { embed, view } = useViewState().state;
  if (embed)
    return (
      <>
        <main id="view" className="bg-surface min-h-dvh space-y-3 p-3">
          <Notices />
          {children}
        </main>
        <EngineStatus />
      </>
    );
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#view"
        className="bg-accent text-accent-ink sr-only z-50 rounded px-3 py-1 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the view
      </a>
      <Header />
      <ViewTabs />
      <div className="flex flex-1 items-stretch">
        {/* Published tables know no filters. */}
        {view !== "reference" && (
          <aside
            aria-label="Filters"
            data-print="hide"
            className="border-line bg-surface w-60 shrink-0 border-r px-3 py-2 text-sm max-[900px]:hidden"
          >
            <div className="sticky top-2 max-h-[calc(100dvh-1rem)] overflow-y-auto">
              <FilterPanel />
            </div>
          </aside>
        )}
        <main id="view" tabIndex={-1} className="min-w-0 flex-1 space-y-3 p-3 outline-none sm:p-4">
          {view !== "reference" && <FilterBar />}
          <Notices />
          {children}
        </main>
      </div>
      <DropZone />
      <EngineStatus />
    </div>
  );
}
