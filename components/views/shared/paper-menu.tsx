"use client";
import { Check, ChevronDown, LoaderCircle } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { MENU_ITEM, PANEL } from "@/components/ui/menu-styles";
import { saveFile } from "@/components/ui/save-file";
import { asError } from "@/components/workspace/types";
import { paperLatex, paperMarkdown, type PaperTable } from "@/lib/export/papers/paper-table";

export interface PaperChoice {
  readonly id: string;
  /** "P1 Table 2" */
  readonly label: string;
  readonly make: () => PaperTable | Promise<PaperTable>;
}

const FORMATS = [
  { id: "latex", label: "LaTeX", ending: "tex", type: "text/x-tex", write: paperLatex },
  { id: "markdown", label: "Markdown", ending: "md", type: "text/markdown", write: paperMarkdown },
] as const;
type Format = (typeof FORMATS)[number];

interface Said {
  readonly kind: "idle" | "busy" | "done" | "failed";
  readonly text: string;
}
const IDLE: Said = { kind: "idle", text: "" };

/**
 * Puts a text that is still being made on the clipboard: the browser wants to be asked while the
 * click is fresh. On plain http there is no clipboard, whatever the types say.
 */
async function copyText(text: Promise<string>): Promise<void> {
  if (!("clipboard" in navigator)) throw new Error("the browser has no clipboard for this page.");
  const plain = text.then((made) => new Blob([made], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
}

type Way = "copy" | "save";

const WAYS = {
  copy: {
    done: (what: string, format: Format) => `${what} copied as ${format.label}.`,
    failed: (what: string, reason: string) => `${what} was not copied: ${reason}`,
    reason: (why: string) => `${why} It can be saved as a file.`,
    item: (what: string, format: Format) => `${what} as ${format.label}`,
  },
  save: {
    done: (what: string, format: Format) => `${what} saved as a .${format.ending} file.`,
    failed: (what: string, reason: string) => `${what} was not saved: ${reason}`,
    reason: (why: string) => why,
    item: (what: string, format: Format) => `${what} to a .${format.ending} file`,
  },
} as const;

async function take(way: Way, text: Promise<string>, name: string, format: Format) {
  if (way === "copy") return copyText(text);
  const blob = new Blob([await text], { type: `${format.type};charset=utf-8` });
  saveFile({ name: `foilscope-${name}.${format.ending}`, blob });
}

/** Tables in a paper's own layout, onto the clipboard or into a file. */
export function PaperMenu({ choices }: { readonly choices: readonly PaperChoice[] }) {
  const [said, setSaid] = useState<Said>(IDLE);
  const run = async (choice: PaperChoice, format: Format, way: Way) => {
    setSaid({ kind: "busy", text: "" });
    const text = Promise.resolve(choice.make()).then(format.write);
    // The clipboard would tell in words of its own that there is nothing to be copied.
    const made: { failure: Error | null } = { failure: null };
    text.catch((error: unknown) => (made.failure = asError(error)));
    try {
      await take(way, text, choice.id, format);
      setSaid({ kind: "done", text: WAYS[way].done(choice.label, format) });
    } catch (error) {
      const reason = made.failure?.message ?? WAYS[way].reason(asError(error).message);
      setSaid({ kind: "failed", text: WAYS[way].failed(choice.label, reason) });
    }
  };
  return (
    <span className="flex flex-wrap items-center gap-2">
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button disabled={said.kind === "busy"}>
            {said.kind === "busy" && (
              <LoaderCircle size={14} className="animate-spin" aria-hidden />
            )}
            {said.kind === "done" && <Check size={14} aria-hidden />}
            Copy table <ChevronDown size={14} aria-hidden />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="start" sideOffset={4} className={`${PANEL} p-1`}>
            {(["copy", "save"] as const).map((way) => (
              <DropdownMenu.Group key={way} className="border-line not-first:border-t">
                {choices.flatMap((choice) =>
                  FORMATS.map((format) => (
                    <DropdownMenu.Item
                      key={`${choice.id}.${format.id}`}
                      className={MENU_ITEM}
                      onSelect={() => void run(choice, format, way)}
                    >
                      {WAYS[way].item(choice.label, format)}
                    </DropdownMenu.Item>
                  )),
                )}
              </DropdownMenu.Group>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <span
        role="status"
        className={said.kind === "failed" ? "text-danger text-xs" : "text-muted text-xs"}
      >
        {said.text}
      </span>
    </span>
  );
}
