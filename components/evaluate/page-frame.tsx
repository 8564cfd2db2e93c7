import type { ReactNode } from "react";

interface PageFrameProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Title, one line under it, what can be done, and the page. */
export function PageFrame({ title, subtitle, actions, children }: PageFrameProps) {
  return (
    <section aria-labelledby="page-title" className="mx-auto max-w-7xl min-w-0 space-y-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h1
            id="page-title"
            className="text-lg font-semibold text-balance [overflow-wrap:anywhere]"
          >
            {title}
          </h1>
          {subtitle && <p className="text-muted text-sm [overflow-wrap:anywhere]">{subtitle}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-1">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
