"use client";
import { Check, ChevronDown, LoaderCircle } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { MENU_ITEM, PANEL } from "@/components/ui/menu-styles";
import { paperLatex, paperMarkdown, type PaperTable } from "@/lib/export/papers/paper-table";

export interface PaperChoice {
  readonly id: string;
  /** "P1 Table 2" */
  readonly label: string;
  readonly make: () => PaperTable | Promise<PaperTable>;
}

const FORMATS = [
  { id: "latex", label: "LaTeX", write: paperLatex },
  { id: "markdown", label: "Markdown", write: paperMarkdown },
] as const;
type Format = (typeof FORMATS)[number];

interface Said {
  readonly kind: "idle" | "busy" | "done" | "failed";
  readonly text: string;
}
const IDLE: Said = { kind: "idle", text: "" };

/**
 * Puts a text that is still being made on the clipboard: the browser wants to be asked while the
 * click is fresh.
 */
async function copyText(text: Promise<string>): Promise<void> {
  const plain = text.then((made) => new Blob([made], { type: "text/plain" }));
  await navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
}

/** Tables in a paper's own layout, onto the clipboard. */
export function PaperMenu({ choices }: { readonly choices: readonly PaperChoice[] }) {
  const [said, setSaid] = useState<Said>(IDLE);
  const run = async (choice: PaperChoice, format: Format) => {
    setSaid({ kind: "busy", text: "" });
    try {
      await copyText(Promise.resolve(choice.make()).then(format.write));
      setSaid({ kind: "done", text: `${choice.label} copied as ${format.label}.` });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setSaid({ kind: "failed", text: `${choice.label} was not copied: ${reason}` });
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
            {choices.flatMap((choice) =>
              FORMATS.map((format) => (
                <DropdownMenu.Item
                  key={`${choice.id}.${format.id}`}
                  className={MENU_ITEM}
                  onSelect={() => void run(choice, format)}
                >
                  {choice.label} as {format.label}
                </DropdownMenu.Item>
              )),
            )}
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
