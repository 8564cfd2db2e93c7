import { drawSheetSchema, type DrawSheet } from "@/lib/evaluate/contract/sheets";

/** The form of a sheet to be drawn; texts as they are typed, the set as it was chosen. */
export interface DrawDraft {
  readonly set: string;
  readonly condition: string;
  readonly per_stratum: number | null;
  readonly seed: string;
  readonly record_set: string;
}

export interface ReadDraw {
  readonly asked: DrawSheet | null;
  /** By the field that they are about. */
  readonly problems: ReadonlyMap<string, string>;
}

/** @param conditions those of the set: one of several has to be named */
export function readDraw(draft: DrawDraft, conditions: readonly string[]): ReadDraw {
  const [only = null] = conditions;
  const several = conditions.length > 1;
  const read = drawSheetSchema.safeParse({
    ...draft,
    condition: several ? draft.condition : only,
    seed: draft.seed.trim(),
    record_set: draft.record_set.trim(),
  });
  const problems = new Map<string, string>();
  for (const { path, message } of read.error?.issues ?? [])
    problems.set(String(path.at(-1) ?? ""), message);
  if (draft.set === "") problems.set("set", "choose a set");
  if (several && !conditions.includes(draft.condition))
    problems.set("condition", "choose the condition whose order is shown");
  return { asked: read.success && problems.size === 0 ? read.data : null, problems };
}
