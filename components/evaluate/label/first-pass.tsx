"use client";
import { clsx } from "clsx";
import { Button } from "@/components/ui/button";
import type { SheetItem } from "@/lib/audit/sheet";
import { canLock, draft, lock, sayInstead, toggle, type ItemWork } from "@/lib/audit/work";
import { changeWork } from "./kept-sheets";
import { ToldChoice } from "./told-choice";

/** What the keyboard and the list call the first ten options. */
export const optionKey = (place: number): string =>
  place < 9 ? `${place + 1}` : place === 9 ? "0" : "";

interface FirstPassProps {
  readonly id: string;
  readonly item: SheetItem;
  readonly own: ItemWork;
}

/**
 * The options in the order shown, without key and origin: nothing here may tell them, the place of
 * an option in the item's own list included.
 */
export function FirstPass({ id, item, own }: FirstPassProps) {
  const { answers, instead, polarity } = own.draft;
  const name = item.item_id;
  return (
    <div className="space-y-4">
      <div role="group" aria-label="Options that you hold right" className="space-y-1">
        {item.order.map((option, place) => (
          <OptionBox
            key={place}
            place={place}
            text={item.options[option]?.text ?? ""}
            checked={answers.includes(option)}
            onToggle={() => changeWork(id, (work) => toggle(work, name, option))}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-pressed={instead === "none"}
          variant={instead === "none" ? "primary" : "plain"}
          onClick={() => changeWork(id, (work) => sayInstead(work, name, "none"))}
        >
          None of them is right (n)
        </Button>
        <Button
          aria-pressed={instead === "unresolved"}
          variant={instead === "unresolved" ? "primary" : "plain"}
          onClick={() => changeWork(id, (work) => sayInstead(work, name, "unresolved"))}
        >
          I cannot tell (u)
        </Button>
      </div>
      <ToldChoice
        label="The question asks for what is not so:"
        value={polarity}
        options={[
          { value: "negative", label: "Yes" },
          { value: "nonnegative", label: "No" },
        ]}
        onChange={(next) => changeWork(id, (work) => draft(work, name, { polarity: next }))}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          disabled={!canLock(own)}
          onClick={() => changeWork(id, (work) => lock(work, name, new Date().toISOString()))}
        >
          Lock the answer (Enter)
        </Button>
        <span className="text-muted text-xs">
          Then key and origins are shown, and the answer changes by a logged correction alone.
        </span>
      </div>
    </div>
  );
}

function OptionBox({
  place,
  text,
  checked,
  onToggle,
}: {
  readonly place: number;
  readonly text: string;
  readonly checked: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      onClick={onToggle}
      className={clsx(
        "flex w-full items-start gap-3 rounded border px-2 py-1.5 text-left text-sm",
        checked ? "border-accent bg-accent-soft text-ink" : "border-line hover:bg-sunken",
      )}
    >
      <span aria-hidden className="tabular text-muted w-5 shrink-0 text-right">
        {optionKey(place) || place + 1}
      </span>
      <span aria-hidden className="w-4 shrink-0">
        {checked ? "☑" : "☐"}
      </span>
      <span className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-line">{text}</span>
    </button>
  );
}
