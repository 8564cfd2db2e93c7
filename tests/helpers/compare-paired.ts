import { z } from "zod";
import type { Report } from "@/lib/metrics/report";

/**
 * Compares a report of tests/fixtures/paired.json with what an independent program computed from it
 * (paired.expected.json), value by value at 1e-9; p values at a relative 1e-9.
 */
const TOLERANCE = 1e-9;

const json = z.json();
const fields = z.record(z.string(), json);
const expectedSchema = z.looseObject({
  five: fields,
  ten: fields,
  sections: z.looseObject({ per: z.record(z.string(), fields) }),
  transitions: fields,
  transitions_flagged: fields,
  transitions_unflagged: fields,
  length: z.looseObject({ length_matched: fields }),
  wrong_valid: fields,
  presentation: fields,
  known_fraction_ten: json,
  cluster_bootstrap_mulberry32: fields,
  scorers: fields,
  audit: z.record(
    z.string(),
    z.looseObject({ count: fields, weighted_pct: fields, key_plus_borrowed: fields }),
  ),
});

type Row = Readonly<Record<string, unknown>>;
const asRow = (value: unknown): Row => (value ?? {}) as Row;

function isClose(got: unknown, right: unknown, path: string): boolean {
  if (typeof right === "number" && typeof got === "number") {
    const scale = path.endsWith("mcnemar_p") ? right : Math.max(1, Math.abs(right));
    return Math.abs(got - right) <= TOLERANCE * Math.abs(scale);
  }
  if (Array.isArray(right))
    return (
      Array.isArray(got) &&
      got.length === right.length &&
      right.every((value, i) => isClose(got[i], value, path))
    );
  if (typeof right === "object" && right !== null)
    return Object.entries(right).every(([name, value]) => isClose(asRow(got)[name], value, path));
  return got === right;
}

/** @returns how many values were compared, and those that are wrong */
export function comparePaired(report: Report, oracle: unknown) {
  const expected = expectedSchema.parse(oracle);
  const wrong: string[] = [];
  let compared = 0;
  const check = (got: unknown, right: unknown, path: string) => {
    compared += 1;
    if (!isClose(got, right, path))
      wrong.push(`${path}: ${JSON.stringify(got)}, right ${JSON.stringify(right)}`);
  };
  const all = (
    got: unknown,
    right: Row,
    names: readonly (string | [string, string])[],
    at: string,
  ) => {
    for (const name of names) {
      const [ours, theirs] = typeof name === "string" ? [name, name] : name;
      check(asRow(got)[ours], right[theirs], `${at} ${ours}`);
    }
  };
  const strict = <T extends { scorer: string; condition: string | null }>(
    rows: readonly T[] = [],
  ) =>
    (["five", "ten"] as const).map(
      (side) =>
        [side, rows.find((r) => r.scorer === "given" && r.condition?.startsWith(side))] as const,
    );
  const change: [string, string][] = [
    ...["both", "lost", "gained", "neither", "change_pp", "mcnemar_p"].map(
      (name): [string, string] => [name, name],
    ),
    ["n_shared", "n"],
    ["wald_ci_pp", "change_ci_pp"],
    ["lost_to", "loss_by_origin"],
  ];
  const [pair] = report.paired ?? [];
  all(pair, expected.transitions, change, "paired");
  all(pair?.by_stem?.flagged, expected.transitions_flagged, change, "flagged");
  all(pair?.by_stem?.unflagged, expected.transitions_unflagged, change, "unflagged");
  all(pair?.length_matched, expected.length.length_matched, change, "length_matched");
  check(pair?.known_fraction, expected.known_fraction_ten, "known_fraction");
  const bootstrap = expected.cluster_bootstrap_mulberry32;
  check(pair?.cluster_bootstrap_ci_pp, bootstrap.ci_pp, "cluster_bootstrap");
  for (const [side, row] of strict(report.accuracy)) {
    const names = ["n", "correct", "accuracy", "wilson", "guess_adjusted", "valid_rate"];
    all(row, expected[side], [...names, "accuracy_on_valid"], `accuracy ${side}`);
    check(row?.section_macro, expected.sections[`macro_${side}`], `macro ${side}`);
    check(row?.section_micro, expected.sections[`micro_${side}`], `micro ${side}`);
  }
  for (const [side, row] of strict(report.presentation)) {
    const names = ["acc_by_gold_min", "acc_by_gold_max", "slope_pp_per_position"];
    const more: [string, string] = ["entropy", "entropy_n"];
    all(row, expected[side], [...names, more, "error_primacy_pp", "n_valid_errors"], side);
    if (side === "five") continue;
    check(row?.borrowed_share, expected.wrong_valid.borrowed_share, "borrowed_share");
    check(row?.borrowed_even, expected.wrong_valid.reference, "borrowed_even");
    check(row?.n_against, expected.transitions.n, "n_against");
    all(
      row,
      { ...expected.length, ...expected.presentation },
      [
        ["length_midrank", "mean_midrank_wrong"],
        "original_longer_share",
        ["order_changed", "original_order_changed"],
        "gold_label_changed",
      ],
      side,
    );
  }
  for (const [name, right] of Object.entries(expected.sections.per))
    for (const [side, row] of strict(report.sections?.filter((r) => r.section === name)))
      check(row?.accuracy, right[side], `section ${name} ${side}`);
  all(
    report.scorers?.[0],
    expected.scorers,
    [
      "both",
      "neither",
      ["only_a", "strict_only"],
      ["only_b", "legacy_only"],
      ["only_b_from_invalid", "legacy_only_from_invalid"],
      ["only_b_from_wrong", "legacy_only_from_wrong_valid"],
      ["accuracy_a", "strict_accuracy"],
      ["accuracy_b", "legacy_accuracy"],
    ],
    "scorers",
  );
  for (const [set, right] of Object.entries(expected.audit)) {
    const row = report.audit?.find((r) => r.record_set === set);
    for (const name of Object.keys(right.count))
      check(
        asRow(row?.classes)[name],
        { count: right.count[name], weighted_pct: right.weighted_pct[name] },
        `audit ${set} ${name}`,
      );
    check(row?.key_plus_borrowed, right.key_plus_borrowed, `audit ${set} key_plus_borrowed`);
  }
  return { compared, wrong };
}
