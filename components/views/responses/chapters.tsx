"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/number";

/** Rows laid out at once: browsers lose count of pixels beyond some 17 million. */
export const CHAPTER_ROWS = 500_000;

interface ChaptersProps {
  readonly total: number;
  readonly chapter: number;
  readonly onChange: (chapter: number) => void;
}

/** Moves between the stretches of a list that is too long for one scroll bar. */
export function Chapters({ total, chapter, onChange }: ChaptersProps) {
  return <Pages total={total} size={CHAPTER_ROWS} page={chapter} onChange={onChange} />;
}

interface PagesProps {
  readonly total: number;
  /** Rows of a page. */
  readonly size: number;
  readonly page: number;
  readonly onChange: (page: number) => void;
}

/** Moves between the pages of a list; nothing where there is one alone. */
export function Pages({ total, size, page, onChange }: PagesProps) {
  const last = Math.ceil(total / size) - 1;
  if (last <= 0) return null;
  const start = page * size;
  return (
    <nav aria-label="Stretch of the list" className="flex items-center gap-2 text-sm">
      <Button disabled={page === 0} onClick={() => onChange(page - 1)}>
        <ChevronLeft size={14} aria-hidden /> Earlier
      </Button>
      <span className="tabular">
        {formatCount(start + 1)} to {formatCount(Math.min(start + size, total))} of{" "}
        {formatCount(total)}
      </span>
      <Button disabled={page === last} onClick={() => onChange(page + 1)}>
        Later <ChevronRight size={14} aria-hidden />
      </Button>
    </nav>
  );
}
