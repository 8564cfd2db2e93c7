"use client";
import { useId } from "react";
import type { PromptsReply } from "@/lib/evaluate/contract/sets";
import { ChoiceField } from "../fields";
import { at, problemAt, textAt } from "./reading";
import type { SpecState } from "./use-spec";

const OWN = "(a text of your own)";

interface PromptFieldProps {
  readonly spec: SpecState;
  readonly prompts: PromptsReply;
  /** Kind of the items; null while none is chosen. */
  readonly kind: string | null;
}

/** A built-in template, or a text of one's own that begins as a copy of it. */
export function PromptField({ spec, prompts, kind }: PromptFieldProps) {
  const id = useId();
  const prompt = at(spec.shown, ["prompt"]);
  const own = at(prompt, ["text"]);
  const fitting = prompts.prompts.filter((one) => kind === null || one.kind === kind);
  const options = [...fitting.map((one) => one.id), OWN].map((value) => ({ value, label: value }));
  const style =
    textAt(spec.shown, ["label_style"], "integers") === "letters" ? "letters" : "integers";
  const builtIn = prompts.prompts.find((one) => one.id === prompt);
  const text = typeof own === "string" ? own : (builtIn?.text[style] ?? "");
  const choose = (value: string) =>
    spec.set(["prompt"], value === OWN ? { text: text || fitting[0]?.text[style] || "" } : value);
  const problem = problemAt(spec.read.problems, ["prompt"]);
  return (
    <div className="space-y-1">
      <ChoiceField
        label="Prompt"
        value={own === undefined ? textAt(spec.shown, ["prompt"]) : OWN}
        options={options}
        onChange={choose}
        problem={own === undefined ? problem : null}
      />
      {own === undefined ? (
        <details>
          <summary className="text-muted text-xs">Its text</summary>
          <p className="border-line bg-sunken mt-1 rounded border p-2 font-mono text-xs whitespace-pre-wrap">
            {text}
          </p>
        </details>
      ) : (
        <>
          <label htmlFor={id} className="sr-only">
            Text of the prompt
          </label>
          <textarea
            id={id}
            rows={8}
            value={text}
            onChange={(event) => spec.set(["prompt"], { text: event.target.value })}
            className="border-line bg-surface block w-full rounded border p-2 font-mono text-xs"
          />
          {problem && <p className="text-danger text-xs">{problem}</p>}
          <dl className="text-muted text-xs">
            {prompts.placeholders.map(({ name, meaning }) => (
              <div key={name}>
                <dt className="inline font-mono">{`{${name}}`}</dt>:{" "}
                <dd className="inline">{meaning}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
