"use client";
import { Bookmark, Trash2 } from "lucide-react";
import Link from "next/link";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useSavedViews } from "@/components/hooks/use-saved-views";
import { Button } from "@/components/ui/button";
import { PopoverPanel } from "@/components/ui/popover-panel";

/** The present view's own sentence, as a first name for it. */
function titleNow(): string {
  return document.querySelector("#view-title")?.textContent.trim() ?? "";
}

/** Views that the reader named: saved in this browser, each a link. */
export function SavedViews() {
  const { views, save, remove } = useSavedViews();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    setProblem(null);
    if (next) setName(titleNow());
  };
  const submit = () => {
    try {
      save(name.trim());
      setProblem(null);
    } catch {
      setProblem("The browser keeps no more: remove one first.");
    }
  };
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>
        <Button variant="quiet" aria-label="Saved views" title="Saved views">
          <Bookmark size={16} aria-hidden />
        </Button>
      </Popover.Trigger>
      <PopoverPanel
        aria-label="Saved views"
        className="w-[min(24rem,calc(100vw-1rem))] space-y-2 p-3"
      >
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <input
            value={name}
            onChange={(event) => setName(event.target.value)}
            aria-label="Name of this view"
            maxLength={200}
            className="border-line bg-surface min-w-0 flex-1 rounded border px-2 py-1"
          />
          <Button type="submit" disabled={name.trim() === ""}>
            Save
          </Button>
        </form>
        {problem && (
          <p role="alert" className="text-danger text-xs">
            {problem}
          </p>
        )}
        {views.length === 0 ? (
          <p className="text-muted text-xs">
            A saved view is a link with a name, kept in this browser: filters and settings, not the
            data.
          </p>
        ) : (
          <ul>
            {views.map((view) => (
              <li
                key={view.name}
                className="border-line flex items-center gap-2 border-t py-1 first:border-t-0"
              >
                <Link
                  href={view.href}
                  prefetch={false}
                  onClick={() => setOpen(false)}
                  className="text-accent min-w-0 flex-1 break-words underline"
                >
                  {view.name}
                </Link>
                <Button
                  variant="danger"
                  aria-label={`Remove ${view.name}`}
                  title="Remove"
                  onClick={() => remove(view.name)}
                >
                  <Trash2 size={14} aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}
