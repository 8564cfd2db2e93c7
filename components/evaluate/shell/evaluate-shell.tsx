"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { clsx } from "clsx";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Tooltip } from "radix-ui";
import { useState, type ReactNode } from "react";
import { PartMenu } from "@/components/shell/part-menu";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { VIEW_LABELS } from "@/components/shell/views";
import { VIEWS } from "@/lib/view-state/state";
import { OperatorProvider } from "../operator";
import { EvaluateMenu } from "./evaluate-menu";
import { EVALUATE_PAGES } from "./pages";

const EXPLORE = VIEWS.map((view) => ({ href: `/${view}`, ...VIEW_LABELS[view] }));

/** Answers of the server: they change by themselves, and a failure is shown at once. */
function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 0, networkMode: "always" } },
  });
}

/** The page that a path belongs to: that of the longest address in front of it. */
function pageOf(pathname: string): string | undefined {
  return EVALUATE_PAGES.map((page) => page.href)
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function Tabs() {
  const present = pageOf(usePathname());
  return (
    <nav aria-label="Evaluate" className="border-line bg-surface border-b px-3" data-print="hide">
      <ul className="flex gap-1 overflow-x-auto">
        {EVALUATE_PAGES.map(({ href, label, question }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={href === present ? "page" : undefined}
              title={question}
              className={clsx(
                "block border-b-2 px-2.5 py-1.5 text-sm",
                href === present
                  ? "border-accent text-ink font-semibold"
                  : "text-muted hover:text-ink border-transparent",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Header, tabs and the page of Evaluate. */
export function EvaluateShell({ children }: { readonly children: ReactNode }) {
  const [client] = useState(makeClient);
  return (
    <Tooltip.Provider delayDuration={300}>
      <QueryClientProvider client={client}>
        <OperatorProvider>
          <div className="flex min-h-dvh flex-col">
            <a
              href="#page"
              className="bg-accent text-accent-ink sr-only z-50 rounded px-3 py-1 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
            >
              Skip to the page
            </a>
            <header
              className="border-line bg-surface flex items-center gap-1 border-b px-3 py-1"
              data-print="hide"
            >
              <Link
                href="/jobs"
                prefetch={false}
                className="mr-2 text-base font-bold tracking-tight"
              >
                Foilscope
              </Link>
              <PartMenu label="Explore" entries={EXPLORE} />
              <EvaluateMenu />
              <div className="ml-auto">
                <ThemeToggle />
              </div>
            </header>
            <Tabs />
            <main id="page" tabIndex={-1} className="min-w-0 flex-1 p-3 outline-none sm:p-4">
              {children}
            </main>
          </div>
        </OperatorProvider>
      </QueryClientProvider>
    </Tooltip.Provider>
  );
}
