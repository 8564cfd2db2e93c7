"use client";
import { Button } from "@/components/ui/button";
import type { SheetItem } from "@/lib/audit/sheet";
import { endSecond, fillSecond, type ItemWork, type SecondPass } from "@/lib/audit/work";
import type { BorrowedJudgement } from "@/lib/records/audit";
import { TextField } from "../fields";
import { changeWork } from "./kept-sheets";
import { ToldChoice, YES_NO } from "./told-choice";

const FLAGS = [
  { field: "key_support", label: "The key is right:" },
  { field: "duplicates", label: "Two options say the same:" },
  { field: "section_fit", label: "The question belongs to its section:" },
] as const satisfies readonly { field: keyof SecondPass; label: string }[];

const OF_BORROWED = [
  { field: "valid", label: "a wrong answer:" },
  { field: "plausible", label: "plausible:" },
  { field: "duplicate", label: "says what another says:" },
  { field: "incomplete_reference", label: "refers to what is not shown:" },
] as const satisfies readonly { field: keyof BorrowedJudgement; label: string }[];

interface SecondPassProps {
  readonly id: string;
  readonly item: SheetItem;
  readonly own: ItemWork;
}

const UNTOLD = { valid: null, plausible: null, duplicate: null, incomplete_reference: null };

/** What is said once key and origins are known. */
export function SecondPassForm({ id, item, own }: SecondPassProps) {
  const { second } = own;
  const fill = (change: Partial<SecondPass>) =>
    changeWork(id, (work) => fillSecond(work, item.item_id, change));
  const borrowed = item.order.flatMap((at, place) =>
    item.options[at]?.origin === "borrowed" ? [{ at, place }] : [],
  );
  const saidOf = (at: number): BorrowedJudgement =>
    second.borrowed?.find(({ option }) => option === at) ?? { option: at, ...UNTOLD };
  const say = (at: number, change: Partial<BorrowedJudgement>) => {
    const others = second.borrowed?.filter(({ option }) => option !== at) ?? [];
    const all = [...others, { ...saidOf(at), ...change }].sort((a, b) => a.option - b.option);
    fill({ borrowed: all });
  };
  return (
    <section aria-labelledby="second-pass" className="space-y-3">
      <h2 id="second-pass" className="text-sm font-semibold">
        Second pass
      </h2>
      <ToldChoice
        label="The question is clear:"
        value={second.clarity}
        options={[
          { value: "clear", label: "Yes" },
          { value: "unclear", label: "No" },
        ]}
        onChange={(clarity) => fill({ clarity })}
      />
      {FLAGS.map(({ field, label }) => (
        <ToldChoice
          key={field}
          label={label}
          value={second[field]}
          options={YES_NO}
          onChange={(value) => fill({ [field]: value })}
        />
      ))}
      {borrowed.map(({ at, place }) => (
        <fieldset key={at} className="border-line rounded border p-2">
          <legend className="px-1 text-xs [overflow-wrap:anywhere]">
            Borrowed option {place + 1}: {item.options[at]?.text}
          </legend>
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            {OF_BORROWED.map(({ field, label }) => (
              <ToldChoice
                key={field}
                label={label}
                value={saidOf(at)[field]}
                options={YES_NO}
                onChange={(value) => say(at, { [field]: value })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <TextField
        label="Notes"
        value={second.notes ?? ""}
        onChange={(notes) => fill({ notes: notes === "" ? null : notes })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          onClick={() =>
            changeWork(id, (work) => endSecond(work, item.item_id, new Date().toISOString()))
          }
        >
          End the second pass
        </Button>
        <span className="text-muted text-xs">
          What is not told stays so. It is in the export once it is ended.
        </span>
      </div>
    </section>
  );
}
