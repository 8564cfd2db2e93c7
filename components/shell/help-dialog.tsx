"use client";
import { Keyboard } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useShortcuts } from "@/components/hooks/use-shortcuts";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { ViewName } from "@/lib/view-state/state";
import { neighbour } from "./views";

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [["["], "previous view"],
  [["]"], "next view"],
  [["⌘K", "Ctrl+K"], "find a view, a page, a model, a run, a definition"],
  [["j", "k"], "next and previous row of a list"],
  [["Enter"], "open the row"],
  [["Esc"], "close what is open"],
  [["?"], "this list"],
];

/** The keyboard list, and the keys that work everywhere. */
export function HelpDialog() {
  const [open, setOpen] = useState(false);
  const router = useRouter();
  const { state, hrefOfView } = useViewState();
  // Where the keys are going: they come faster than a view is opened.
  const heading = useRef<ViewName | null>(null);
  useEffect(() => {
    heading.current = null;
  }, [state.view]);
  const step = (by: 1 | -1) => {
    const next = neighbour(heading.current ?? state.view, by);
    heading.current = next;
    router.push(hrefOfView(next));
  };
  useShortcuts({ "?": () => setOpen(true), "[": () => step(-1), "]": () => step(1) });
  return (
    <>
      <Button
        variant="quiet"
        // A phone has no keys; where one has, "?" opens the list as well.
        className="max-sm:hidden"
        aria-label="Keyboard"
        title="Keyboard (?)"
        onClick={() => setOpen(true)}
      >
        <Keyboard size={16} aria-hidden />
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Keyboard">
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-2">
          {KEYS.map(([keys, does]) => (
            <div key={does} className="contents">
              <dt className="space-x-1">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted mt-3 text-sm">
          Files of responses can be dropped anywhere on the page.
        </p>
      </Dialog>
    </>
  );
}
