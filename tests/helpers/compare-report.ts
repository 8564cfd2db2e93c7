import { z } from "zod";
import type { Report } from "@/lib/metrics/report";
import type { SectionName, SectionRow } from "@/lib/metrics/rows";

/**
 * Compares a report with the values that an independent program computed from the same file
 * (tests/fixtures/*.expected.json): every number of the P1 sections, at 1e-9.
 */
const TOLERANCE = 1e-9;

type Json = number | string | boolean | null | Json[] | { [key: string]: Json };
type Fields = Record<string, Json>;

const json: z.ZodType<Json> = z.json();
const fields = z.record(z.string(), json);
const numbers = z.array(z.number()).nullable();
const groupSchema = z.looseObject({
  trial: fields.nullable(),
  target: fields.nullable(),
  iqr_na: fields,
  gold: z.looseObject({ bins: z.array(z.looseObject({ b: z.int(), n: z.int(), acc: json })) }),
  pos: z.looseObject({ p_gold: numbers, p_resp: numbers }),
  targets: z.record(z.string(), fields),
});
const expectedSchema = z.looseObject({
  groups: z.record(z.string(), groupSchema),
  bubble: z.record(z.string(), fields),
  padding: z.record(
    z.string(),
    z.looseObject({ envelope: fields, delta: fields, spread: json, worst_by_type: json }),
  ),
  hard_split: z.record(
    z.string(),
    z.looseObject({
      median_score: json,
      hard_trials: z.array(z.int()),
      less_hard_trials: z.array(z.int()),
      models: z.record(z.string(), z.record(z.string(), fields.nullable())),
    }),
  ),
});
export type Expected = z.infer<typeof expectedSchema>;
export const parseExpected = (value: unknown): Expected => expectedSchema.parse(value);

export interface Comparison {
  compared: number;
  readonly wrong: string[];
}

/** Names of the fields that agree under one name, or [ours, theirs]. */
type Names = readonly (string | readonly [string, string])[];

class Comparer implements Comparison {
  compared = 0;
  readonly wrong: string[] = [];

  value(got: unknown, right: unknown, path: string): void {
    if (Array.isArray(right)) {
      if (!Array.isArray(got) || got.length !== right.length) this.note(got, right, path);
      else right.forEach((r, i) => this.value(got[i], r, `${path}[${i}]`));
      return;
    }
    if (typeof right === "object" && right !== null) {
      const own = (got ?? {}) as Record<string, unknown>;
      for (const [key, r] of Object.entries(right)) this.value(own[key], r, `${path}.${key}`);
      return;
    }
    this.compared += 1;
    const same =
      typeof right === "number"
        ? typeof got === "number" &&
          Math.abs(got - right) <= TOLERANCE * Math.max(1, Math.abs(right))
        : got === right;
    if (!same) this.note(got, right, path);
  }

  all(row: object | undefined, right: Fields, names: Names, path: string): void {
    const own = (row ?? {}) as Record<string, unknown>;
    for (const name of names) {
      const [ours, theirs] = typeof name === "string" ? [name, name] : name;
      this.value(own[ours], right[theirs] ?? null, `${path} ${ours}`);
    }
  }

  private note(got: unknown, right: unknown, path: string): void {
    this.wrong.push(`${path}: got ${JSON.stringify(got)}, right ${JSON.stringify(right)}`);
  }
}

type Row<S extends SectionName> = SectionRow<S>;
interface Keyed {
  model: string;
  environment: string | null;
  n_options: number;
  padding?: string;
}

const cellOf = (r: Keyed) =>
  `${r.model}|${String(r.environment)}|${r.padding ?? ""}|${r.n_options}`;
const indexed = <T>(rows: readonly T[] | undefined, key: (row: T) => string) =>
  new Map((rows ?? []).map((row) => [key(row), row]));

export function compareReport(report: Report, expected: Expected): Comparison {
  const compare = new Comparer();
  groups(compare, report, expected);
  bubbles(compare, report, expected);
  paddings(compare, report, expected);
  hardSplits(compare, report, expected);
  return compare;
}

const POSITION_NAMES: Names = [
  "n_valid",
  "pfi",
  "delta_pfi",
  "delta_pfi_matched",
  ["entropy", "entropy_n"],
  ["front_20", "front20"],
  ["tail_20", "tail20"],
  "mean_pos",
  "ks",
  "ks_at",
  "pfi_gold",
  "entropy_gold",
  ["front_20_gold", "front20_gold"],
  ["tail_20_gold", "tail20_gold"],
  "mean_pos_gold",
];

function groups(compare: Comparer, report: Report, expected: Expected): void {
  const scaling = indexed(report.scaling, cellOf);
  const positions = indexed(report.positions, cellOf);
  const items = indexed(report.items, (r) => `${cellOf(r)}|${r.item_id}`);
  const bins = indexed(report.gold_bins, (r) => `${cellOf(r)}|${r.bin}`);
  const at = indexed(report.position_distribution, (r) => `${cellOf(r)}|${r.position}`);
  for (const [key, g] of Object.entries(expected.groups)) {
    const right: Fields = {
      ...(g as unknown as Fields),
      accuracy: g.acc as Json,
      n_items: g.n_targets as Json,
      na_trial_ci: g.trial?.ci_z ?? null,
      na_item_ci: g.target?.ci_t ?? null,
      na_q25: g.iqr_na.q25 ?? null,
      na_q50: g.iqr_na.q50 ?? null,
      na_q75: g.iqr_na.q75 ?? null,
      null_share: g.pos.null_share as Json,
      n_responses: g.pos.n_rows as Json,
    };
    const names = Object.keys(right).filter((name) => name in (scaling.get(key) ?? {}));
    compare.value(names.length, 12, `scaling ${key}`);
    compare.all(scaling.get(key), right, names, `scaling ${key}`);
    compare.all(positions.get(key), g.pos as Fields, POSITION_NAMES, `positions ${key}`);
    const slopes: Names = ["slope", "slope_unit_range"];
    compare.all(positions.get(key), g.gold as unknown as Fields, slopes, `positions ${key}`);
    for (const [item, right] of Object.entries(g.targets))
      compare.all(
        items.get(`${key}|${item}`),
        right,
        [["accuracy", "acc"], "na", "n", ["acc_trial_ci", "trial_ci_acc_z"]],
        `items ${key} ${item}`,
      );
    for (const { b, n, acc } of g.gold.bins)
      compare.all(
        bins.get(`${key}|${b}`),
        { n, accuracy: acc },
        ["n", "accuracy"],
        `bins ${key} ${b}`,
      );
    distribution(compare, key, g.pos, at);
  }
}

function distribution(
  compare: Comparer,
  key: string,
  pos: Expected["groups"][string]["pos"],
  at: ReadonlyMap<string, Row<"position_distribution">>,
): void {
  let [gold, response] = [0, 0];
  const length = Number(key.split("|").at(-1));
  for (let i = 0; i < length; i += 1) {
    gold += pos.p_gold?.[i] ?? 0;
    response += pos.p_resp?.[i] ?? 0;
    const right = {
      p_gold: pos.p_gold?.[i] ?? null,
      p_response: pos.p_resp?.[i] ?? null,
      cdf_gold: Number(gold.toFixed(11)),
      cdf_response: pos.p_resp ? Number(response.toFixed(11)) : null,
    };
    compare.all(at.get(`${key}|${i + 1}`), right, Object.keys(right), `positions ${key} ${i + 1}`);
  }
}

function bubbles(compare: Comparer, report: Report, expected: Expected): void {
  const rows = indexed(
    report.bubble,
    (r) => `${r.model}|${String(r.environment)}|${r.padding}|${r.n_low}-${r.n_high}`,
  );
  for (const [key, b] of Object.entries(expected.bubble)) {
    const defined = b.low_nonpositive === false;
    const right: Fields = {
      bi: defined ? (b.bi ?? null) : null,
      bi_raw: b.bi ?? null,
      bi_ci: defined ? (b.ci_paired_z ?? null) : null,
      item_sets_differ: b.target_sets_differ ?? null,
    };
    compare.all(rows.get(key), right, Object.keys(right), `bubble ${key}`);
  }
}

function paddings(compare: Comparer, report: Report, expected: Expected): void {
  const envelopes = indexed(report.padding_envelope, (r) => cellOf({ ...r, padding: "" }));
  const deltas = indexed(report.padding, cellOf);
  for (const [key, e] of Object.entries(expected.padding)) {
    const [model = "", environment = "", n = ""] = key.split("|");
    const right: Fields = { ...(e as unknown as Fields), ...e.envelope };
    compare.all(
      envelopes.get(`${model}|${environment}||${n}`),
      right,
      [
        "acc_none",
        "acc_min",
        "acc_mean",
        "acc_max",
        "delta_mean",
        "spread",
        "worst_type",
        "worst_by_type",
      ],
      `padding_envelope ${key}`,
    );
    for (const [padding, delta] of Object.entries(e.delta)) {
      const cell = `${model}|${environment}|${padding}|${n}`;
      const accuracy = (expected.groups[cell]?.acc ?? null) as Json;
      compare.all(deltas.get(cell), { delta, accuracy }, ["delta", "accuracy"], `padding ${cell}`);
    }
  }
}

function hardSplits(compare: Comparer, report: Report, expected: Expected): void {
  const rows = indexed(report.hard_split, (r) => `${String(r.environment)}|${r.n_options}`);
  for (const [key, h] of Object.entries(expected.hard_split)) {
    const row = rows.get(key);
    const names = ["median_score", "hard_trials", "less_hard_trials"];
    compare.all(row, h as unknown as Fields, names, `hard_split ${key}`);
    for (const [model, sides] of Object.entries(h.models))
      for (const [group, right] of Object.entries(sides))
        if (right)
          compare.all(
            row?.models.find((m) => m.model === model && m.group === group),
            right,
            [["accuracy", "acc"], ["cdf_response", "cdf_resp"], "cdf_gold"],
            `hard_split ${key} ${model} ${group}`,
          );
  }
}
