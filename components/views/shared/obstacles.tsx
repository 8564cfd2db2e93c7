import { TriangleAlert } from "lucide-react";

/** What stands in the way of the comparison: before anything that is compared. */
export function Obstacles({ sentences }: { readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <ul
      aria-label="What to know before comparing"
      className="bg-warn-soft text-warn mb-3 space-y-0.5 rounded px-2 py-1 text-sm"
    >
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-2">
          <TriangleAlert size={14} aria-hidden className="mt-1 shrink-0" />
          <span className="min-w-0">{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
