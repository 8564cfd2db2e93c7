"use client";
import { Bookmark, Trash2 } from "lucide-react";
import Link from "next/link";
import { Popover } from "radix-ui";
import { useRef, useState } from "react";
import { useSavedViews, type SaveResult } from "@/components/hooks/use-saved-views";
import { Button } from "@/components/ui/button";
import { PopoverPanel } from "@/components/ui/popover-panel";
import { plural } from "@/lib/format/number";
import { MOST_SAVED } from "@/lib/view-state/saved-views";

/** The present view's own sentence, as a first name for it. */
function titleNow(): string {
  return document.querySelector("#view-title")?.textContent.trim() ?? "";
}

const PROBLEMS: Readonly<Record<SaveResult, string | null>> = {
  saved: null,
  full: `${MOST_SAVED} views are saved: remove one first.`,
  refused: "The browser keeps nothing more for this site, or nothing at all.",
};

/** Views that the reader named: saved in this browser, each a link. */
export function SavedViews() {
  const { views, unreadable, save, remove, forgetUnreadable } = useSavedViews();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [result, setResult] = useState<SaveResult>("saved");
  const field = useRef<HTMLInputElement>(null);
  const problem = PROBLEMS[result];
  const change = (next: boolean) => {
    setOpen(next);
    setResult("saved");
    if (next) setName(titleNow());
  };
  const removeFrom = (row: Element | null, view: string) => {
    // The button goes with its row: who came by keyboard goes on at the next one.
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    (next?.querySelector("button") ?? field.current)?.focus();
    setResult(remove(view));
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
            setResult(save(name.trim()));
          }}
        >
          <input
            ref={field}
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
        {unreadable > 0 && (
          <div className="bg-warn-soft flex items-start gap-2 rounded p-2 text-xs">
            <p className="min-w-0 flex-1">
              Not readable, and left alone: {plural(unreadable, "stored entry", "stored entries")}.
            </p>
            <Button
              variant="danger"
              onClick={() => {
                field.current?.focus();
                setResult(forgetUnreadable());
              }}
            >
              Delete
            </Button>
          </div>
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
                  onClick={(event) => removeFrom(event.currentTarget.closest("li"), view.name)}
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
