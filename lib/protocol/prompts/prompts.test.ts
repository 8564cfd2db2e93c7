import { describe, expect, it } from "vitest";
import { planOf } from "../plan";
import { presenterOf } from "../present";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "../testing";
import { paddingText } from "../padding/texts";
import { BUILT_IN_PROMPTS } from "./built-in";
import { renderPrompt } from "./render";
import { promptOf } from "./resolve";
import type { JobSpec } from "../job-spec";
import type { ItemSet } from "@/lib/records/item-set";

/** Prompts of all requests of a chunk, in their order. */
function promptsOf(spec: JobSpec, set: ItemSet, chunk = 0): string[] {
  const plan = planOf(spec, set);
  const present = presenterOf(spec, set);
  const render = renderPrompt(spec, set);
  return plan.keys(plan.chunk(chunk)).map((key) => {
    const messages = render(present(key));
    expect(messages.map(({ role }) => role)).toEqual(["user"]);
    return messages[0]!.content;
  });
}

const OWN = "{padding_front}Which of {n}?\n{options}\n{padding_back}{first_label}-{last_label}:";

describe("a rendered prompt", () => {
  it("puts options, labels and numbers where the template names them", () => {
    const spec = sampledSpec({ option_counts: [4], environments: ["easy"], prompt: { text: OWN } });
    const set = sampledSet();
    const plan = planOf(spec, set);
    const shown = presenterOf(spec, set)(plan.keys(plan.chunk(0))[0]!);
    const lines = shown.options.map(({ text }, index) => `${index + 1}. ${text}`);
    expect(promptsOf(spec, set)[0]).toBe(`Which of 4?\n${lines.join("\n")}\n1-4:`);
  });

  it("labels with letters, shows the question, and no white space around texts", () => {
    const base = fixedSet();
    const [first] = base.items;
    const options = first!.options.map((option) => ({ ...option, text: ` ${option.text}\n` }));
    const set = { ...base, items: [{ ...first!, stem: "Why {options}? ", options }] };
    const text = "{question}|{options}|{{options}}";
    const spec = fixedSpec({ conditions: ["five-original"], prompt: { text } });
    expect(promptsOf(spec, set)).toEqual([
      "Why {options}?|A. 0-0\nB. 0-2\nC. 0-4\nD. 0-6\nE. 0-8|{options}",
    ]);
  });

  it("puts a padding in front or at the back, and changes nothing else", () => {
    const paddings = ["none", "english_text:front", "english_text:back"];
    const spec = sampledSpec({ option_counts: [4], environments: ["easy"], paddings });
    const [none, front, back] = [0, 1, 2].map((chunk) => promptsOf(spec, sampledSet(), chunk));
    const text = paddingText("english_text");
    none!.forEach((prompt, index) => {
      expect(front![index]).toBe(text + prompt);
      expect(back![index]!.replace(text, "")).toBe(prompt);
      // Behind the last option, and before the closing line.
      const [options, cue] = back![index]!.split(text);
      expect(options).toMatch(/\n4\. .*\.\n\n$/);
      expect(cue).toBe("Number of the sentence with the error:");
    });
  });

  it("refuses a template that does not fit", () => {
    expect(() => renderPrompt(sampledSpec({ prompt: "question-en" }), sampledSet())).toThrow(
      "the prompt names {question}, but items of error identification have none",
    );
    expect(() => renderPrompt(fixedSpec({ prompt: "error-ko" }), fixedSet())).toThrow(
      "the prompt shows no question: {question} is missing",
    );
  });
});

describe("built-in prompts", () => {
  it("exist in three languages for each kind and label style, all different", () => {
    const names = BUILT_IN_PROMPTS.map(({ id }) => id);
    expect(names).toEqual(
      ["error", "question"].flatMap((kind) =>
        ["en", "ko", "tr"].map((language) => `${kind}-${language}`),
      ),
    );
    const texts = BUILT_IN_PROMPTS.flatMap(({ text }) => [text.integers, text.letters]);
    expect(new Set(texts).size).toBe(12);
  });

  it.each(
    BUILT_IN_PROMPTS.flatMap(
      ({ id, kind }) =>
        [
          [id, kind, "integers"],
          [id, kind, "letters"],
        ] as const,
    ),
  )("%s (%s, %s) fills every placeholder", (prompt, kind, label_style) => {
    const over = { prompt, label_style, scorer: "declaration-1" } as const;
    const prompts =
      kind === "error-identification"
        ? promptsOf(sampledSpec(over), sampledSet())
        : promptsOf(fixedSpec(over), fixedSet());
    for (const text of prompts) expect(text).not.toMatch(/[{}]/);
  });

  it("share everything up to the gold option among the items of a trial", () => {
    const set = sampledSet({
      items: sampledSet().items.filter((item) => item.target_base === null),
    });
    const spec = sampledSpec({ option_counts: [20], environments: ["full"] });
    const prompts = promptsOf(spec, set);
    const gold = prompts[0]!.indexOf("sentense");
    const line = prompts[0]!.lastIndexOf("\n", gold);
    const heads = new Set(prompts.map((prompt) => prompt.slice(0, line)));
    expect(heads.size).toBe(1);
  });

  it("are named by their text: one's own of the same text is the same prompt", () => {
    const built = promptOf(sampledSpec());
    expect(promptOf(sampledSpec({ prompt: { text: built.text } }))).toEqual({ ...built, id: null });
    expect(
      promptOf(sampledSpec({ scorer: "declaration-1", label_style: "letters" })).hash,
    ).not.toBe(built.hash);
  });
});
