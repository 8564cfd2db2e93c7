import type { ItemSet } from "@/lib/records/item-set";
import { labelOf, type LabelStyle } from "@/lib/scoring/labels";
import type { JobSpec } from "../job-spec";
import { paddingText } from "../padding/texts";
import { paddingNamed, type Placement } from "../padding/types";
import type { ChatMessage, Presented } from "../presented";
import { promptOf } from "./resolve";
import { misfits, templateParts, type Placeholder, type TemplatePart } from "./template";

/** The line of one option. White space around a text is not shown; the stored text keeps it. */
export function optionLine(position: number, text: string, style: LabelStyle): string {
  return `${labelOf(position, style)}. ${text.trim()}`;
}

function padded(name: string, placement: Placement): string {
  const padding = paddingNamed(name);
  return padding?.placement === placement ? paddingText(padding.type) : "";
}

/** What stands at each placeholder but the options. */
export type Filling = (placeholder: Exclude<Placeholder, "options">) => string;

/** Fills a template for requests of one item and one cell. */
export function fillingOf(
  shown: { readonly padding: string; readonly nOptions: number; readonly question: string | null },
  style: LabelStyle,
): Filling {
  return (placeholder) => {
    switch (placeholder) {
      case "question":
        return (shown.question ?? "").trim();
      case "n":
        return String(shown.nOptions);
      case "first_label":
        return labelOf(1, style);
      case "last_label":
        return labelOf(shown.nOptions, style);
      case "padding_front":
        return padded(shown.padding, "front");
      case "padding_back":
        return padded(shown.padding, "back");
    }
  };
}

/** The text in front of the options and the text behind them. */
export function aroundOptions(
  parts: readonly TemplatePart[],
  filling: Filling,
): readonly [before: string, after: string] {
  const texts: [string, string] = ["", ""];
  let side: 0 | 1 = 0;
  for (const part of parts) {
    if (typeof part === "string") texts[side] += part;
    else if (part.placeholder === "options") side = 1;
    else texts[side] += filling(part.placeholder);
  }
  return texts;
}

/**
 * Writes the messages of a request.
 * @throws RangeError for a prompt that there is none of, or that does not fit the set and paddings
 */
export function renderPrompt(
  spec: JobSpec,
  set: ItemSet,
): (presented: Presented) => readonly ChatMessage[] {
  const template = promptOf(spec);
  const problems = misfits(template.text, set.manifest.kind, spec.paddings);
  if (problems.length > 0) throw new RangeError(problems.join("; "));
  const parts = templateParts(template.text);
  const stems = new Map(set.items.map(({ item_id, stem }) => [item_id, stem]));
  const style = spec.label_style;
  return ({ key, options }) => {
    const shown = {
      padding: key.padding,
      nOptions: options.length,
      question: stems.get(key.item_id) ?? null,
    };
    const [before, after] = aroundOptions(parts, fillingOf(shown, style));
    const lines = options.map(({ text }, index) => optionLine(index + 1, text, style));
    return [{ role: "user", content: before + lines.join("\n") + after }];
  };
}
