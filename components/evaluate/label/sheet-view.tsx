"use client";
import { useState } from "react";
import { useShortcuts, type Shortcuts } from "@/components/hooks/use-shortcuts";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import type { SheetItem } from "@/lib/audit/sheet";
import {
  lock,
  progressOf,
  sayInstead,
  standing,
  toggle,
  workLines,
  workOn,
  type Work,
} from "@/lib/audit/work";
import { formatCount, plural } from "@/lib/format/number";
import { TextField } from "../fields";
import { PageFrame } from "../page-frame";
import { Corrections } from "./corrections";
import { controlAt } from "./enter-key";
import { FirstPass, optionKey } from "./first-pass";
import { changeWork, goToSheet, type KeptSheet } from "./kept-sheets";
import { Revealed } from "./revealed";
import { SecondPassForm } from "./second-pass";

const LETTERS = "abcdefghi";

/** Keys of an item that is not locked. */
function pickingKeys(item: SheetItem, change: (step: (work: Work) => Work) => void): Shortcuts {
  const keys: Record<string, () => void> = {
    n: () => change((work) => sayInstead(work, item.item_id, "none")),
    u: () => change((work) => sayInstead(work, item.item_id, "unresolved")),
  };
  item.order.forEach((option, place) => {
    const pick = () => change((work) => toggle(work, item.item_id, option));
    const digit = optionKey(place);
    // j moves on, so that the tenth option is 0 or a capital J.
    const letter = place === 9 ? "J" : LETTERS[place];
    if (digit !== "") keys[digit] = pick;
    if (letter !== undefined) keys[letter] = pick;
  });
  return keys;
}

/** The first item that is not locked; the first one where all are. */
function firstLeft({ sheet, work }: KeptSheet): number {
  const at = sheet.items.findIndex(({ item_id }) => workOn(work, item_id).first === null);
  return Math.max(0, at);
}

/** One item at a time, with how much is left. */
export function SheetView(kept: KeptSheet) {
  const { id, sheet, work } = kept;
  const [at, setAt] = useState(() => firstLeft(kept));
  const item = sheet.items[at];
  const { items, locked, ended } = progressOf(sheet, work);
  const own = workOn(work, item?.item_id ?? "");
  const step = (by: 1 | -1) => setAt((now) => Math.max(0, Math.min(items - 1, now + by)));
  const change = (next: (work: Work) => Work) => changeWork(id, next);
  const enter = (event: KeyboardEvent) => {
    const focused = event.target instanceof Element ? event.target : null;
    const control = focused && controlAt(focused, own.first !== null);
    if (control) control.click();
    else if (own.first) step(1);
    else if (item) change((now) => lock(now, item.item_id, new Date().toISOString()));
  };
  useShortcuts({
    ...(item && !own.first && pickingKeys(item, change)),
    j: () => step(1),
    k: () => step(-1),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    Enter: enter,
  });
  if (!item) return null;
  const now = standing(sheet, item, work);
  const save = () =>
    saveFile({
      name: `${sheet.record_set}-${sheet.benchmark}-records.jsonl`.replace(/[^\w.-]+/g, "_"),
      blob: new Blob([workLines(sheet, work)], { type: "application/x-ndjson;charset=utf-8" }),
    });
  return (
    <PageFrame
      title={`${sheet.record_set}: item ${formatCount(at + 1)} of ${formatCount(items)}`}
      subtitle={`${formatCount(items - locked)} left to answer · ${plural(items - ended, "second pass", "second passes")} left · ${sheet.benchmark}`}
      actions={
        <>
          <Button onClick={() => step(-1)} disabled={at === 0}>
            Previous (k)
          </Button>
          <Button onClick={() => step(1)} disabled={at === items - 1}>
            Next (j)
          </Button>
          <Button onClick={save} disabled={locked === 0}>
            Export records
          </Button>
          <Button variant="quiet" onClick={() => goToSheet(null)}>
            All sheets
          </Button>
        </>
      }
    >
      <div
        role="progressbar"
        aria-label="Items answered"
        aria-valuenow={locked}
        aria-valuemin={0}
        aria-valuemax={items}
        className="bg-sunken h-1.5 overflow-hidden rounded"
      >
        <div className="bg-accent h-full" style={{ width: `${(100 * locked) / items}%` }} />
      </div>
      <article
        aria-label={`Item ${at + 1}`}
        className="max-w-3xl space-y-4"
        data-item={item.item_id}
      >
        <p className="text-muted text-xs [overflow-wrap:anywhere]">
          <span className="font-mono">{item.item_id}</span>
          {item.section !== null && ` · ${item.section}`}
        </p>
        <p className="text-base [overflow-wrap:anywhere] whitespace-pre-line">
          {item.stem ?? "The text of this question is not kept: judge the options with its source."}
        </p>
        <p role="status" className={own.first ? "text-muted text-xs" : "sr-only"}>
          {own.first ? `Locked at ${own.first.locked_at}: key and origins are shown.` : ""}
        </p>
        {now ? (
          <>
            <Revealed item={item} now={now} />
            {own.second_at === null ? (
              <SecondPassForm key={item.item_id} id={id} item={item} own={own} />
            ) : (
              <p className="text-muted text-sm">The second pass ended at {own.second_at}.</p>
            )}
            <Corrections key={`log ${item.item_id}`} {...{ id, sheet, item, own, work }} />
          </>
        ) : (
          <FirstPass id={id} item={item} own={own} />
        )}
      </article>
      <div className="max-w-xs">
        <TextField
          label="Reviewer"
          value={work.reviewer}
          placeholder={sheet.record_set}
          hint="Stands in records and corrections"
          onChange={(reviewer) => change((present) => ({ ...present, reviewer }))}
        />
      </div>
    </PageFrame>
  );
}
