import type { TableNote } from "@/lib/chart-models/table-model";

interface NoteSignsProps {
  /** "a" or "a,c". */
  readonly signs: string | undefined;
  readonly notesId: string;
}

/** Signs behind a value, each a way to its note. */
export function NoteSigns({ signs, notesId }: NoteSignsProps) {
  if (signs === undefined || signs === "") return null;
  return (
    <sup className="ml-0.5">
      {signs.split(",").map((sign, i) => (
        <span key={sign}>
          {i > 0 && ","}
          <a
            href={`#${notesId}-${sign}`}
            aria-label={`note ${sign}`}
            className="text-warn font-semibold underline decoration-dotted underline-offset-2"
          >
            {sign}
          </a>
        </span>
      ))}
    </sup>
  );
}

interface TableNotesProps {
  readonly notes: readonly TableNote[];
  readonly notesId: string;
}

/** The notes under a table. */
export function TableNotes({ notes, notesId }: TableNotesProps) {
  if (notes.length === 0) return null;
  return (
    <dl aria-label="Notes" className="text-muted mt-2 space-y-1 text-xs">
      {notes.map(({ sign, text }) => (
        <div
          key={sign}
          id={`${notesId}-${sign}`}
          tabIndex={-1}
          className="target:bg-warn-soft flex gap-2"
        >
          <dt className="text-warn min-w-3 shrink-0 font-semibold">{sign}</dt>
          <dd className="max-w-prose">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
