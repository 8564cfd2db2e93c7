"use client";
import { Check, Link2, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { useCopyLink } from "@/components/hooks/use-copy-link";
import { saveFile, type ExportFile } from "./save-file";
import { Button } from "./button";

type MakeFile = () => ExportFile | Promise<ExportFile>;

/** How this view is exported; what is absent has no button. */
export interface ViewExports {
  readonly csv?: MakeFile;
  readonly png?: MakeFile;
  readonly svg?: MakeFile;
}

const LABELS = { csv: "CSV", png: "PNG", svg: "SVG" } as const;
type Format = keyof typeof LABELS;

interface ExportActionsProps {
  readonly exports: ViewExports;
  /** What is shown is not yet what is asked for: a file of it would be of neither. */
  readonly waiting: boolean;
}

/** Copy link, CSV, PNG and SVG, with what went wrong said beside them. */
export function ExportActions({ exports, waiting }: ExportActionsProps) {
  const { copied, copy, failed, missing } = useCopyLink();
  const [busy, setBusy] = useState<Format | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (format: Format, make: MakeFile) => {
    setBusy(format);
    setProblem(null);
    try {
      saveFile(await make());
    } catch (error) {
      setProblem(`${LABELS[format]}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setBusy(null);
    }
  };

  return (
    <>
      <Button variant="quiet" onClick={() => void copy()}>
        {copied ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        {copied ? "Copied" : "Copy link"}
      </Button>
      {(Object.keys(LABELS) as Format[]).map((format) => {
        const make = exports[format];
        if (!make) return null;
        return (
          <Button
            key={format}
            variant="quiet"
            disabled={busy !== null || waiting}
            onClick={() => void run(format, make)}
          >
            {busy === format && <LoaderCircle size={14} className="animate-spin" aria-hidden />}
            {LABELS[format]}
          </Button>
        );
      })}
      {/* A line of its own, which does not push the buttons about. */}
      <span
        role="status"
        className="order-last w-0 min-w-full text-xs [overflow-wrap:anywhere] sm:text-right"
      >
        <span className="text-danger">{problem ?? failed}</span>{" "}
        <span className="text-warn">{missing}</span>
      </span>
    </>
  );
}
