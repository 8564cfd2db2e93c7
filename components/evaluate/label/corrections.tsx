"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import {
  CORRECTABLE,
  choicesOf,
  readValue,
  writeValue,
  type Correctable,
} from "@/lib/audit/correction-text";
import type { Sheet, SheetItem } from "@/lib/audit/sheet";
import { correct, standing, type ItemWork, type Work } from "@/lib/audit/work";
import { ChoiceField, TextField } from "../fields";
import { changeWork } from "./kept-sheets";

const NAMES: Readonly<Record<Correctable, string>> = {
  answers: "Answers",
  polarity: "Asks for what is not so",
  clarity: "Clarity",
  key_support: "The key is right",
  duplicates: "Two options say the same",
  section_fit: "Belongs to its section",
  notes: "Notes",
};

interface CorrectionsProps {
  readonly id: string;
  readonly sheet: Sheet;
  readonly item: SheetItem;
  readonly own: ItemWork;
  readonly work: Work;
}

/** The item's correction log, and a form for a further entry. */
export function Corrections({ id, sheet, item, own, work }: CorrectionsProps) {
  const [open, setOpen] = useState(false);
  const say = (field: string, json: string) => {
    const known = CORRECTABLE.find((one) => one === field);
    return known ? writeValue(known, JSON.parse(json), item) : json;
  };
  return (
    <section aria-labelledby="corrections" className="space-y-2">
      <h2 id="corrections" className="text-sm font-semibold">
        Corrections
      </h2>
      {own.corrections.length > 0 && (
        <ol className="list-decimal space-y-1 pl-6 text-sm [overflow-wrap:anywhere]">
          {own.corrections.map((one, i) => (
            <li key={i}>
              {NAMES[one.field as Correctable]}: {say(one.field, one.original)} →{" "}
              {say(one.field, one.revised)}, “{one.reason}”{" "}
              <span className="text-muted text-xs">
                {one.by}, {one.at}
              </span>
            </li>
          ))}
        </ol>
      )}
      {open ? (
        <CorrectionForm {...{ id, sheet, item, own, work }} onDone={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Correct what is locked</Button>
      )}
    </section>
  );
}

function CorrectionForm({
  id,
  sheet,
  item,
  own,
  work,
  onDone,
}: CorrectionsProps & { readonly onDone: () => void }) {
  const fields = own.second_at === null ? (["answers", "polarity"] as const) : CORRECTABLE;
  const now = standing(sheet, item, work);
  const textOf = (of: Correctable) => writeValue(of, now?.[of] ?? null, item);
  const [field, setField] = useState<Correctable>("answers");
  const [text, setText] = useState(textOf("answers"));
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const choices = choicesOf(field);
  const choose = (name: string) => {
    const next = fields.find((one) => one === name) ?? "answers";
    setField(next);
    setText(textOf(next));
  };
  const log = () => {
    const at = new Date().toISOString();
    try {
      const revised = readValue(field, text, item);
      // Tried on what is shown first, so that what is wrong with it is said here.
      correct(sheet, item, work, { field, revised, reason, at });
      changeWork(id, (present) => correct(sheet, item, present, { field, revised, reason, at }));
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <form
      className="border-line max-w-xl space-y-2 rounded border p-3"
      onSubmit={(event) => {
        event.preventDefault();
        log();
      }}
    >
      <ChoiceField
        label="Field"
        value={field}
        options={fields.map((value) => ({ value, label: NAMES[value] }))}
        onChange={choose}
      />
      {choices ? (
        <ChoiceField
          label="New value"
          value={text}
          options={choices.map((value) => ({ value, label: value }))}
          onChange={setText}
        />
      ) : (
        <TextField
          label="New value"
          value={text}
          onChange={setText}
          hint={field === "answers" && "Numbers of options as shown; or none, or unresolved"}
        />
      )}
      <TextField label="Reason" value={reason} onChange={setReason} problem={problem} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary">
          Log the correction
        </Button>
        <Button onClick={onDone}>Leave it as it is</Button>
      </div>
    </form>
  );
}
