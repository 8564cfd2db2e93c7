"use client";
import { Check, Copy } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatBytes } from "@/lib/format/number";

/** Characters shown before "show all": more than any answer that is meant to be read. */
const CLIP = 100_000;
/** Text is laid out in blocks, so that the browser skips those that are not in view. */
const BLOCK = 20_000;

interface Span {
  readonly start: number;
  readonly end: number;
}

interface RawTextProps {
  readonly text: string;
  readonly label: string;
  /** Part that a scorer matched, in UTF-16 offsets. */
  readonly match?: Span | null;
}

/** Text as text, every character of it, in mono and wrapped; a long one is clipped until asked. */
export function RawText({ text, label, match = null }: RawTextProps) {
  const [all, setAll] = useState(false);
  const size = useMemo(() => formatBytes(new Blob([text]).size), [text]);
  const end = all ? text.length : clipAt(text, CLIP);
  const clipped = end < text.length;
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{label}</h3>
        <span className="text-muted text-xs">{size}</span>
        <CopyButton text={text} />
      </div>
      <div
        role="region"
        aria-label={label}
        className="border-line bg-sunken rounded border p-2 font-mono text-xs break-words whitespace-pre-wrap"
      >
        {text === "" ? (
          <span className="text-muted font-sans">The text is empty.</span>
        ) : (
          blocksOf(text, end, match).map((block) => <Block key={block.start} {...block} />)
        )}
        {clipped && <span className="text-muted">…</span>}
      </div>
      {clipped && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs">
          <Button onClick={() => setAll(true)}>Show all ({size})</Button>
          {match && match.end > end && <span>The matched span lies further down.</span>}
        </p>
      )}
    </div>
  );
}

interface BlockProps {
  readonly start: number;
  readonly text: string;
  /** Part of this block that was matched. */
  readonly match: Span | null;
}

function Block({ text, match }: BlockProps) {
  return (
    <span className="block [contain-intrinsic-size:auto_4000px] [content-visibility:auto]">
      {match ? (
        <>
          {text.slice(0, match.start)}
          <mark className="bg-warn-soft text-ink outline-warn rounded-sm outline-2">
            {text.slice(match.start, match.end)}
          </mark>
          {text.slice(match.end)}
        </>
      ) : (
        text
      )}
    </span>
  );
}

function blocksOf(text: string, end: number, match: Span | null): BlockProps[] {
  const blocks: BlockProps[] = [];
  for (let start = 0; start < end;) {
    const stop = Math.min(blockEnd(text, start), end);
    const inside = match && {
      start: Math.max(match.start, start) - start,
      end: Math.min(match.end, stop) - start,
    };
    blocks.push({
      start,
      text: text.slice(start, stop),
      match: inside && inside.start < inside.end ? inside : null,
    });
    start = stop;
  }
  return blocks;
}

/** A block ends with a line, so that no line breaks where the text does not; but no block is endless. */
function blockEnd(text: string, start: number): number {
  const lineEnd = text.lastIndexOf("\n", start + BLOCK - 1);
  return lineEnd >= start ? lineEnd + 1 : clipAt(text, start + BLOCK);
}

/** The largest place up to `at` that splits no character in two. */
function clipAt(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

function CopyButton({ text }: { readonly text: string }) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("refused");
    }
  };
  return (
    <>
      <Button variant="quiet" onClick={() => void copy()}>
        {state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        {state === "copied" ? "Copied" : "Copy"}
      </Button>
      <span role="status" className="text-danger text-xs">
        {state === "refused" && "The browser did not allow copying: select the text instead."}
      </span>
    </>
  );
}
