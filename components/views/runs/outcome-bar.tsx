"use client";
import Link from "next/link";
import { formatCount, formatPercent, plural } from "@/lib/format/number";
import { OUTCOME_PARTS, outcomePartLabel, type OutcomePart } from "@/lib/rows/outcome-parts";
import { OUTCOME_STYLES } from "./outcome-style";

interface OutcomeBarProps {
  readonly parts: readonly OutcomePart[];
  /** Planned rows; null where a filter splits a run that lacks rows. */
  readonly planned: number | null;
  /** Where the responses of a part are. */
  readonly hrefOf: (part: OutcomePart) => string;
}

/**
 * What became of the rows of a run: a bar of their shares, and under it the numbers. Both lead to
 * the responses of a part; the keyboard takes the numbers.
 */
export function OutcomeBar({ parts, planned, hrefOf }: OutcomeBarProps) {
  const present = parts.filter((part) => part.count > 0);
  const sum = present.reduce((total, part) => total + part.count, 0);
  return (
    <div className="min-w-0">
      <div className="border-line flex h-4 overflow-hidden rounded border">
        {present.map((part) => {
          const style = {
            ...OUTCOME_STYLES[part.id],
            flex: `${part.count} 0 0`,
            // A single error among thousands of answers must not vanish.
            minWidth: 3,
          };
          const title = `${part.label}: ${formatCount(part.count)} (${formatPercent(part.count / sum)})`;
          return part.outcome === null ? (
            <span key={part.id} title={title} style={style} />
          ) : (
            <Link
              key={part.id}
              href={hrefOf(part)}
              prefetch={false}
              title={title}
              aria-hidden
              tabIndex={-1}
              style={style}
            />
          );
        })}
      </div>
      <ul className="mt-0.5 flex flex-wrap gap-x-2 text-xs">
        {present.map((part) => (
          <li key={part.id} className="whitespace-nowrap">
            <Swatch id={part.id} />{" "}
            {part.outcome === null ? (
              `${part.label} ${formatCount(part.count)}`
            ) : (
              <Link
                href={hrefOf(part)}
                prefetch={false}
                className="hover:text-accent hover:underline"
              >
                {part.label} {formatCount(part.count)}
              </Link>
            )}
          </li>
        ))}
        {planned === null && (
          <li className="text-muted">
            {plural(sum, "row")}; a filter splits this run, and which of its missing rows belong
            here is not known
          </li>
        )}
      </ul>
    </div>
  );
}

function Swatch({ id }: { readonly id: OutcomePart["id"] }) {
  return (
    <span
      aria-hidden
      className="border-line inline-block h-3 w-3 rounded-[2px] border align-[-2px]"
      style={OUTCOME_STYLES[id]}
    />
  );
}

/** Every part that some run has, with its fill. */
export function OutcomeLegend({ present }: { readonly present: ReadonlySet<OutcomePart["id"]> }) {
  return (
    <ul aria-label="Outcomes" className="text-muted flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {OUTCOME_PARTS.filter((id) => present.has(id)).map((id) => (
        <li key={id} className="whitespace-nowrap">
          <Swatch id={id} /> {outcomePartLabel(id)}
        </li>
      ))}
    </ul>
  );
}
