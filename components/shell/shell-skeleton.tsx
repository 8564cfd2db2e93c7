/** What the server sends: the frame, before the browser reads the link. */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="border-line bg-surface border-b px-3 py-2 text-base font-bold tracking-tight">
        Foilscope
      </div>
      <div role="status" className="space-y-3 p-4">
        <p className="text-muted text-sm">Starting</p>
        <div aria-hidden className="skeleton h-64" />
      </div>
      <noscript>
        <p className="p-4">Foilscope computes in the browser and needs JavaScript.</p>
      </noscript>
    </div>
  );
}
