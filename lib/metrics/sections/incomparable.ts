import { comparedFields, fieldKey, MODEL_FIELDS } from "@/lib/cubes/series";
import { listOf, plural } from "@/lib/format/number";
import type { Manifest } from "@/lib/records/manifest";
import type { WarningRow } from "../rows";

/** A run as far as it is told whether it may be compared. */
export interface ComparedRun {
  readonly run_id: string;
  readonly model: string;
  readonly benchmark: string;
  readonly scorer: string;
  readonly manifest: Manifest;
}

/** Values and names that are spelled out of each field; the rest is counted. */
const SPELLED = 4;
/** Fields whose values say nothing to a reader. */
const OPAQUE: ReadonlySet<string> = new Set(["digest", "benchmark version", "prompt"]);

/** Runs that agree in a field. */
interface Part {
  readonly value: unknown;
  readonly runs: readonly ComparedRun[];
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function partsOf(group: readonly ComparedRun[], field: string): Part[] {
  const valueOf = (run: ComparedRun) => comparedFields(run.manifest)[field] ?? null;
  return [...Map.groupBy(group, (run) => fieldKey(valueOf(run)))]
    .map(([, runs]) => ({ value: runs[0] ? valueOf(runs[0]) : null, runs }))
    .sort((a, b) => b.runs.length - a.runs.length);
}

/** Names of a part's runs: models where none of their runs is in another part. */
function namesOf(part: Part, group: readonly ComparedRun[], byModel: boolean): string {
  const whole = (model: string) =>
    group.every((run) => run.model !== model || part.runs.includes(run));
  const names = part.runs.map((run) => (byModel && whole(run.model) ? run.model : run.run_id));
  return listOf([...new Set(names)].sort(byText), SPELLED);
}

function valueText(field: string, value: unknown): string {
  if (value === null) return "not stated: ";
  const plain = typeof value === "number" || typeof value === "string";
  return plain && !OPAQUE.has(field) ? `${value}: ` : "";
}

/** "temperature (0: a and b; not stated: c)" */
function fieldText(field: string, group: readonly ComparedRun[], byModel: boolean): string | null {
  const parts = partsOf(group, field);
  if (parts.length < 2) return null;
  const told = parts
    .slice(0, SPELLED)
    .map((part) => valueText(field, part.value) + namesOf(part, group, byModel));
  const more = parts.length - told.length;
  if (more > 0) told.push(plural(more, "other value"));
  return `${field} (${told.join("; ")})`;
}

function warning(
  group: readonly ComparedRun[],
  what: string,
  { byModel }: { readonly byModel: boolean },
): WarningRow[] {
  const names = [...new Set(group.flatMap((run) => Object.keys(comparedFields(run.manifest))))];
  const fields = names
    .filter((name) => !byModel || !MODEL_FIELDS.includes(name))
    .flatMap((name) => fieldText(name, group, byModel) ?? []);
  if (fields.length === 0) return [];
  return [
    {
      code: "incomparable_runs",
      message: `${what} differ in ${listOf(fields, fields.length)}`,
      runs: [...new Set(group.map((run) => run.run_id))],
    },
  ];
}

/**
 * In what runs differ that stand beside each other: those of one model, and all models of one
 * benchmark under one scorer. Of each field the runs that agree in it stand together, so that a
 * warning says who differs from whom, and grows with the values that there are and not with the
 * pairs of runs.
 */
export function incomparable(runs: readonly ComparedRun[]): WarningRow[] {
  const groups = (keyOf: (run: ComparedRun) => readonly string[]) => [
    ...Map.groupBy(runs, (run) => JSON.stringify(keyOf(run))).values(),
  ];
  return [
    ...groups((run) => [run.model, run.benchmark, run.scorer]).flatMap((group) =>
      warning(group, `runs of ${group[0]?.model ?? ""}`, { byModel: false }),
    ),
    ...groups((run) => [run.benchmark, run.scorer])
      .filter((group) => new Set(group.map((run) => run.model)).size > 1)
      .flatMap((group) =>
        warning(group, `models on ${group[0]?.benchmark ?? ""}`, { byModel: true }),
      ),
  ];
}
