import { Check, CircleDot } from "lucide-react";
import { clsx } from "clsx";
import { formatCount } from "@/lib/format/number";
import type { PresentedOption, PresentedOptions } from "@/lib/rows/presented";

/** Lists up to this length are open from the start. */
const OPEN_UP_TO = 12;

/** The options with their labels; gold and chosen are told by icon and word. */
export function OptionList({ options, order }: PresentedOptions) {
  const marked = options.filter((option) => option.gold || option.chosen);
  const folded = options.length > OPEN_UP_TO;
  return (
    <div className="space-y-1">
      {order === "item" && (
        <p className="text-muted text-xs">
          In the order of the item set: the run did not record the order that the model saw.
        </p>
      )}
      {folded ? (
        <>
          <Options options={marked} label="Gold and chosen option" />
          <details>
            <summary className="text-muted mb-1 text-sm">
              All {formatCount(options.length)} options
            </summary>
            <Options options={options} label="Options" />
          </details>
        </>
      ) : (
        <Options options={options} label="Options" />
      )}
    </div>
  );
}

interface OptionsProps {
  readonly options: readonly PresentedOption[];
  readonly label: string;
}

function Options({ options, label }: OptionsProps) {
  return (
    <ol aria-label={label} className="border-line rounded border text-sm">
      {options.map((option) => (
        <Option key={option.label} {...option} />
      ))}
    </ol>
  );
}

function Option({ label, text, origin, gold, chosen }: PresentedOption) {
  return (
    <li
      className={clsx(
        "border-line flex gap-2 border-b px-2 py-1 last:border-b-0",
        (gold || chosen) && "bg-sunken",
      )}
    >
      <span className="text-muted w-8 shrink-0 text-right font-mono text-xs leading-[18px]">
        {label}
      </span>
      <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">{text}</span>
      <span className="flex shrink-0 flex-col items-end gap-0.5 text-xs">
        {gold && (
          <span className="text-good inline-flex items-center gap-1 font-medium">
            <Check size={14} aria-hidden /> gold
          </span>
        )}
        {chosen && (
          <span
            className={clsx(
              "inline-flex items-center gap-1 font-medium",
              gold ? "text-good" : "text-danger",
            )}
          >
            <CircleDot size={14} aria-hidden /> chosen
          </span>
        )}
        {origin === "borrowed" && <span className="text-muted">borrowed</span>}
      </span>
    </li>
  );
}
