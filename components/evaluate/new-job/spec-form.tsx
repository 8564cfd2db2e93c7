"use client";
import type { HostsReply } from "@/lib/evaluate/contract/hosts";
import type { ItemSetsReply, PromptsReply } from "@/lib/evaluate/contract/sets";
import { paddingWords } from "@/lib/format/words";
import { CONDITION_MEANINGS, CONDITION_NAMES } from "@/lib/protocol/condition-names";
import { PADDING_NAMES } from "@/lib/protocol/padding/types";
import { SCORERS } from "@/lib/scoring/registry";
import { ChecksField, ChoiceField, NumberField, NumbersField, TextField } from "../fields";
import { ModelsField } from "./models-field";
import { PaddingsTable } from "./paddings-table";
import { PromptField } from "./prompt-field";
import { numberAt, numbersAt, problemAt, textAt, textsAt } from "./reading";
import { RequestFields } from "./request-fields";
import { partsOfSet } from "./starting-spec";
import type { SpecState } from "./use-spec";

export interface SpecFormProps {
  readonly spec: SpecState;
  readonly hosts: HostsReply["hosts"];
  readonly sets: ItemSetsReply["sets"];
  readonly prompts: PromptsReply;
}

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const PADDINGS = PADDING_NAMES.map((value) => ({ value, label: paddingWords(value) }));
const MODES = [
  { value: "direct", label: "direct" },
  { value: "thinking", label: "thinking" },
];
const STYLES = [
  { value: "integers", label: "numbers (1, 2, …)" },
  { value: "letters", label: "letters (A, B, …, AA)" },
];
/** What each way of drawing distractors does: too long for a list that is as wide as its field. */
const SAMPLINGS: Readonly<Record<string, string>> = {
  synchronised: "all items of a trial share their distractors",
  nested: "what a smaller N shows is part of what a larger one shows",
};

/** The named conditions, and those of other names that the text has. */
const conditionOptions = (chosen: readonly string[]) => [
  ...Object.entries(CONDITION_MEANINGS).map(([value, shows]) => ({
    value,
    label: `${value}: ${shows}`,
  })),
  ...same(chosen.filter((name) => !CONDITION_NAMES.includes(name))),
];

/** Fields that an item set with a pool of distractors has, and those of fixed questions. */
function SetFields({
  spec,
  set,
}: {
  readonly spec: SpecState;
  readonly set: ItemSetsReply["sets"][number] | undefined;
}) {
  const { shown, read, set: change } = spec;
  const sampling = textAt(shown, ["sampling"], "synchronised");
  const chosen = textsAt(shown, ["conditions"]);
  if (set?.manifest.kind === "fixed-question")
    return (
      <>
        <div className="sm:col-span-2">
          <ChecksField
            label="Conditions"
            values={chosen}
            options={conditionOptions(chosen)}
            onChange={(names) => change(["conditions"], names.length === 0 ? null : names)}
            problem={problemAt(read.problems, ["conditions"])}
            hint="none shows the options as they are stored; another name that the set keeps can stand in the text of the job"
          />
        </div>
        <NumberField
          label="Permutations"
          value={numberAt(shown, ["permutations"], 1)}
          onChange={(value) => change(["permutations"], value ?? undefined)}
          problem={problemAt(read.problems, ["permutations"])}
          hint="frozen orders of each condition that merges or permutes; those of the set come first"
        />
      </>
    );
  return (
    <>
      <NumbersField
        label="Numbers of options N"
        value={numbersAt(shown, ["option_counts"])}
        onChange={(values) => change(["option_counts"], values)}
        problem={problemAt(read.problems, ["option_counts"])}
      />
      <ChecksField
        label="Environments"
        values={textsAt(shown, ["environments"])}
        options={same(Object.keys(set?.manifest.environments ?? {}))}
        onChange={(values) => change(["environments"], values)}
        problem={problemAt(read.problems, ["environments"])}
      />
      <ChoiceField
        label="Sampling"
        value={sampling}
        options={same(Object.keys(SAMPLINGS))}
        hint={SAMPLINGS[sampling]}
        onChange={(value) => change(["sampling"], value)}
        problem={problemAt(read.problems, ["sampling"])}
      />
    </>
  );
}

/** What is shown, how often and in which variants. */
function DesignFields({ spec, sets }: Pick<SpecFormProps, "spec" | "sets">) {
  const { shown, read, set: change } = spec;
  const problem = (...path: string[]) => problemAt(read.problems, path);
  const set = sets.find(({ hash }) => hash === textAt(shown, ["item_set"]));
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <SetFields spec={spec} set={set} />
        <NumberField
          label="Trials K"
          value={numberAt(shown, ["trials"])}
          onChange={(value) => change(["trials"], value)}
          problem={problem("trials")}
        />
        <TextField
          label="Seed"
          value={textAt(shown, ["seed"])}
          onChange={(value) => change(["seed"], value)}
          problem={problem("seed")}
          hint="draws distractors and positions; the same seed shows every model the same"
        />
        <ChecksField
          label="Modes"
          values={textsAt(shown, ["modes"], ["direct"])}
          options={MODES}
          onChange={(values) => change(["modes"], values)}
          problem={problem("modes")}
        />
      </div>
      <div className="space-y-2">
        <ChecksField
          label="Paddings"
          values={textsAt(shown, ["paddings"], ["none"])}
          options={PADDINGS}
          onChange={(values) => change(["paddings"], values)}
          problem={problem("paddings")}
        />
        <NumberField
          label="Trials of padded cells"
          value={numberAt(shown, ["padded_trials"])}
          placeholder="as many as the others"
          onChange={(value) => change(["padded_trials"], value)}
          problem={problem("padded_trials")}
        />
        <details>
          <summary className="text-muted text-xs">How long the paddings are</summary>
          <div className="mt-1">
            <PaddingsTable />
          </div>
        </details>
      </div>
    </>
  );
}

/** How a question is put, and how its answer is read. */
function ReadingFields({ spec, sets, prompts }: Pick<SpecFormProps, "spec" | "sets" | "prompts">) {
  const { shown, read, set: change } = spec;
  const set = sets.find(({ hash }) => hash === textAt(shown, ["item_set"]));
  const scorer = textAt(shown, ["scorer"]);
  const known = Object.values(SCORERS).find((one) => one.name === scorer);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <PromptField spec={spec} prompts={prompts} kind={set?.manifest.kind ?? null} />
      <div className="space-y-3">
        <ChoiceField
          label="Labels"
          value={textAt(shown, ["label_style"], "integers")}
          options={STYLES}
          onChange={(value) => change(["label_style"], value)}
          problem={problemAt(read.problems, ["label_style"])}
        />
        <ChoiceField
          label="Scorer"
          value={scorer}
          options={same(Object.keys(SCORERS))}
          onChange={(value) => change(["scorer"], value)}
          problem={problemAt(read.problems, ["scorer"])}
          hint={known?.description}
        />
      </div>
    </div>
  );
}

/** The spec as a form: each field changes one value of the text, and nothing else. */
export function SpecForm({ spec, hosts, sets, prompts }: SpecFormProps) {
  const { shown, read, set: change, broken } = spec;
  const chooseSet = (hash: string) => {
    const chosen = sets.find((one) => one.hash === hash);
    if (!chosen) return;
    for (const [name, value] of Object.entries(partsOfSet(chosen, prompts.prompts)))
      change([name], value);
  };
  return (
    <fieldset disabled={broken} className="min-w-0 space-y-4">
      <legend className="sr-only">The job</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Name"
          value={textAt(shown, ["name"])}
          onChange={(value) => change(["name"], value)}
          problem={problemAt(read.problems, ["name"])}
        />
        <ChoiceField
          label="Item set"
          value={textAt(shown, ["item_set"])}
          options={sets.map(({ hash, manifest }) => ({ value: hash, label: manifest.name }))}
          onChange={chooseSet}
          problem={problemAt(read.problems, ["item_set"])}
        />
      </div>
      <ModelsField spec={spec} hosts={hosts} />
      <DesignFields spec={spec} sets={sets} />
      <ReadingFields spec={spec} sets={sets} prompts={prompts} />
      <RequestFields spec={spec} />
    </fieldset>
  );
}
