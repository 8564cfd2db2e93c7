"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Remark } from "@/components/ui/remark";
import type { DrawnSheetReply, DrawSheet as Asked } from "@/lib/evaluate/contract/sheets";
import type { ItemSetsReply } from "@/lib/evaluate/contract/sets";
import { listOf, plural } from "@/lib/format/number";
import { call } from "../client";
import { ChoiceField, NumberField, TextField } from "../fields";
import { Queried } from "../queried";
import { useItemSets, useSheetBank } from "../queries";
import { readDraw, type DrawDraft } from "./draw-draft";
import { goToSheet, keepSheet } from "./kept-sheets";

/** A sheet drawn from a set of the server's store, in place of a file that a command wrote. */
export function DrawSheet() {
  // Nothing is asked of the server before somebody wants it.
  const [open, setOpen] = useState(false);
  return (
    <details
      className="border-line rounded border p-3"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer text-sm font-semibold">
        Draw a sheet from a set of this server
      </summary>
      {open && <Drawing />}
    </details>
  );
}

type QuestionSets = ItemSetsReply["sets"];

function Drawing() {
  const query = useItemSets();
  return (
    <div className="mt-3 space-y-3">
      <p className="text-muted max-w-3xl text-sm">{KEYS}</p>
      <Queried query={query} what="the item sets">
        {({ sets }) => {
          const questions = sets.filter(({ manifest }) => manifest.kind === "fixed-question");
          return questions.length === 0 ? (
            <p className="text-sm">{NO_SET}</p>
          ) : (
            <DrawForm sets={questions} />
          );
        }}
      </Queried>
    </div>
  );
}

const firstDraft = (sets: QuestionSets): DrawDraft => ({
  set: sets.length === 1 ? (sets[0]?.hash ?? "") : "",
  ...{ condition: "", per_stratum: 2, seed: "42", record_set: "R1" },
});

function DrawForm({ sets }: { readonly sets: QuestionSets }) {
  const [draft, setDraft] = useState<DrawDraft>(() => firstDraft(sets));
  const [tried, setTried] = useState(false);
  const bank = useSheetBank(draft.set === "" ? null : draft.set);
  const conditions = bank.data?.conditions ?? [];
  const { asked, problems } = readDraw(draft, conditions);
  const draw = useMutation({
    mutationFn: (body: Asked) => call("drawSheet", { body }),
    onSuccess: ({ sheet, left_out }) => {
      const id = keepSheet(sheet);
      // What a sheet cannot hold is read first.
      if (left_out.length === 0) goToSheet(id);
    },
  });
  const set = (change: Partial<DrawDraft>) => setDraft((now) => ({ ...now, ...change }));
  const problem = (field: keyof DrawDraft) => (tried ? (problems.get(field) ?? null) : null);
  return (
    <form
      aria-label="Draw a sheet"
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (asked && bank.data) draw.mutate(asked);
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <ChoiceField
          label="Set"
          value={draft.set}
          options={sets.map(({ hash, manifest }) => ({
            value: hash,
            label: `${manifest.name} (${manifest.benchmark}, ${hash})`,
          }))}
          onChange={(hash) => set({ set: hash, condition: "" })}
          problem={problem("set")}
          hint={
            bank.data &&
            `${plural(bank.data.items, "item")} in ${plural(bank.data.strata, "stratum", "strata")}: sections by flag of the stem`
          }
        />
        {conditions.length > 1 && (
          <ChoiceField
            label="Condition"
            value={draft.condition}
            options={conditions.map((value) => ({ value, label: value }))}
            onChange={(condition) => set({ condition })}
            problem={problem("condition")}
            hint="whose order of options is shown"
          />
        )}
        <NumberField
          label="Items of each stratum"
          value={draft.per_stratum}
          onChange={(per_stratum) => set({ per_stratum })}
          problem={problem("per_stratum")}
        />
        <TextField
          label="Seed"
          value={draft.seed}
          onChange={(seed) => set({ seed })}
          problem={problem("seed")}
          hint="the same seed draws the same items for every reviewer"
        />
        <TextField
          label="Record set"
          value={draft.record_set}
          onChange={(record_set) => set({ record_set })}
          problem={problem("record_set")}
          hint="whose records these are: a name for each reviewer"
        />
      </div>
      {bank.error && <ErrorState error={bank.error} title="The set could not be read" />}
      {draw.error && <ErrorState error={draw.error} title="No sheet was drawn" />}
      {draw.data && draw.data.left_out.length > 0 && <LeftOut drawn={draw.data} />}
      <Button
        type="submit"
        variant="primary"
        disabled={draw.isPending || (draft.set !== "" && !bank.data)}
      >
        Draw the sheet
      </Button>
    </form>
  );
}

/** Items that the sheet does not stand for; it is in the list below. */
function LeftOut({ drawn: { sheet, left_out } }: { readonly drawn: DrawnSheetReply }) {
  return (
    <Remark>
      {plural(left_out.length, "item")} cannot stand on a sheet and{" "}
      {left_out.length === 1 ? "is" : "are"} no part of the {plural(sheet.population, "item")} that{" "}
      {sheet.record_set} stands for:{" "}
      {listOf(left_out.map(({ item_id, why }) => `${item_id} (${why})`))}. The sheet is in the list
      below.
    </Remark>
  );
}

const KEYS =
  "The same draw as “foilscope audit draw”. The sheet comes with its keys into this browser, as they are in a file: " +
  "the page conceals them until an answer is locked. Planned concealment is no evidence that a first pass was " +
  "blind: say in your report how it was done.";
const NO_SET =
  "This server has no set of questions with options of their own. “foilscope build questions” and “foilscope build " +
  "augmented” make some; “foilscope audit draw --benchmark” draws from what runs were asked.";
