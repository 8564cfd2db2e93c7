"use client";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Remark } from "@/components/ui/remark";
import { saveFile } from "@/components/ui/save-file";
import { progressOf } from "@/lib/audit/work";
import { formatCount, plural } from "@/lib/format/number";
import { ConfirmButton } from "../confirm";
import { PageFrame } from "../page-frame";
import { DrawSheet } from "./draw-sheet";
import {
  forgetSheet,
  goToSheet,
  openSheet,
  useKeptSheets,
  type KeptSheet,
  type KeptSheets,
  type TornSheet,
} from "./kept-sheets";
import { SheetView } from "./sheet-view";

/** Where a reviewer says which options of drawn items hold, before key and origins are shown. */
export function LabelView() {
  const kept = useKeptSheets();
  const { sheets, open, refused } = kept;
  const opened = sheets.find(({ id }) => id === open);
  return (
    <>
      {refused !== null && (
        <Remark className="mb-3">
          The browser does not keep this work ({refused}): export it before the page is closed.
        </Remark>
      )}
      {opened ? <SheetView key={opened.id} {...opened} /> : <Sheets {...kept} />}
    </>
  );
}

function Sheets({ sheets, torn, unreadable }: KeptSheets) {
  return (
    <PageFrame title="Which options are right?" subtitle={SUBTITLE}>
      <SheetDrop />
      <DrawSheet />
      {unreadable > 0 && (
        <Remark>{plural(unreadable, "kept sheet")} cannot be read: open its file again.</Remark>
      )}
      {sheets.length + torn.length > 0 && (
        <section aria-labelledby="kept">
          <h2 id="kept" className="mb-2 text-sm font-semibold">
            Sheets in this browser
          </h2>
          <ul className="divide-line border-line divide-y rounded border">
            {sheets.map((kept) => (
              <SheetLine key={kept.id} {...kept} />
            ))}
            {torn.map((kept) => (
              <TornLine key={kept.id} {...kept} />
            ))}
          </ul>
        </section>
      )}
    </PageFrame>
  );
}

function SheetLine({ id, sheet, work }: KeptSheet) {
  const { items, locked, ended } = progressOf(sheet, work);
  return (
    <Line
      id={id}
      sheet={sheet}
      says={`${formatCount(items - locked)} of ${plural(items, "item")} left to answer · ${plural(items - ended, "second pass", "second passes")} left`}
    >
      <Button variant="primary" onClick={() => goToSheet(id)}>
        {locked === 0 ? "Begin" : "Go on"}
      </Button>
    </Line>
  );
}

/** The work is not ours to guess at: it can be saved as it is kept, and forgotten. */
function TornLine({ id, sheet, text }: TornSheet) {
  return (
    <Line id={id} sheet={sheet} says={TORN}>
      <Button
        onClick={() =>
          saveFile({
            name: `${sheet.record_set}-${sheet.benchmark}-work.json`.replace(/[^\w.-]+/g, "_"),
            blob: new Blob([text], { type: "application/json" }),
          })
        }
      >
        Save what is kept
      </Button>
    </Line>
  );
}

interface LineProps extends Pick<KeptSheet, "id" | "sheet"> {
  readonly says: string;
  readonly children: ReactNode;
}

function Line({ id, sheet, says, children }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3 text-sm">
      <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <strong>{sheet.record_set}</strong> on {sheet.benchmark}, seed {sheet.seed}
        <span className="text-muted block text-xs">{says}</span>
      </span>
      {children}
      <ConfirmButton
        label="Forget"
        title={`Forget the sheet of ${sheet.record_set}?`}
        explanation="The sheet and all work on it are removed from this browser. What was exported stays."
        onConfirm={() => forgetSheet(id)}
      />
    </li>
  );
}

/** Takes the file of a sheet, dropped or chosen. */
function SheetDrop() {
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      openSheet(await file.text());
      setProblem(null);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setProblem(`${file.name} cannot be opened as a sheet: ${why}`);
    }
  };
  return (
    <div
      className={`rounded border border-dashed p-6 text-center ${over ? "border-accent" : "border-line"}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <label className="cursor-pointer text-sm">
        <span className="font-semibold">Open a sheet</span>
        <span className="text-muted mb-3 block">
          Drop its file here, or choose it. “foilscope audit draw” writes one for each reviewer.
        </span>
        <input
          type="file"
          accept=".json,application/json"
          className="max-w-full text-sm"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </label>
      {problem !== null && (
        <p role="alert" className="text-danger mt-3 text-sm [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
    </div>
  );
}

const TORN =
  "Its work cannot be read: another version of this page wrote it, or it is damaged. Save it as it is kept; " +
  "once forgotten, the sheet can be opened anew.";
const SUBTITLE =
  "Say which options you hold right, as many as there are. Key and origins are shown once your answer is locked.";
