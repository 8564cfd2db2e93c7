import { P2_DATA, P2_MODELS } from "@/lib/reference/p2-data";
import { columnOf } from "@/lib/reference/p2-tables";
import { P2_TEXT } from "@/lib/reference/p2-text";
import { changeInterval, mcnemar } from "@/lib/stats/paired";
import { chanceNormalised, wilson } from "@/lib/stats/proportions";
import { around, bothEnds, exactly, half, within, type Check } from "./check";

/** Of the paper's text: what its tables do not hold. */
const N = 12_000;
const SHARED = P2_TEXT.shared;
const STEMS = P2_TEXT.stems;
const LEGACY = P2_TEXT.legacy_excess;
const MATCHED = { n: 151, five: 141, ten: 127, lost: 15, gained: 1 };
/** Table 2 and section 5.1: of the API run, right answers, responses with reasoning, output tokens. */
const API = { correct: 9766, reasoned: 5529, tokens: 332_984 };

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

function ofTable1(): Check[] {
  const [train = 0, test = 0, mmlu = 0, raw = 0, excluded = 0, usable = 0, selected = 0] =
    P2_DATA.table1.map((row) => row.count);
  return [
    exactly("P2 Table 1, raw total", raw, 0, train + test + mmlu),
    exactly("P2 Table 1, usable", usable, 0, raw - excluded),
    exactly("P2 Table 1, selected", selected, 0, N),
  ];
}

function ofTable2(): Check[] {
  const { n, size, accuracy: without } = P2_TEXT.without_calibration;
  return P2_DATA.table2.flatMap(({ model, correct, accuracy, ci }) => [
    exactly(`P2 Table 2, ${model}, accuracy`, accuracy, 2, (100 * correct) / N),
    ...bothEnds(`P2 Table 2, ${model}, Wilson`, ci, 2, wilson(correct, N), 100),
    // From all to none of the calibration questions right.
    within(`P2 Appendix G, ${model}, without calibration`, without[model], 2, [
      (100 * (correct - size)) / n,
      (100 * correct) / n,
    ]),
  ]);
}

/** The only count that is printed as this percentage of n. */
function countOf(percent: number, digits: number, n: number): number {
  const [low, high] = around(percent, digits).map((end) => (end * n) / 100) as [number, number];
  const count = Math.ceil(low - 1e-9);
  if (count + 1 <= high) throw new Error(`${percent}% of ${n} can be several counts`);
  return count;
}

function ofTable3(): Check[] {
  // The count behind 93.35% of 6,200 is printed nowhere, and no other one is printed so.
  const counts = [
    countOf(P2_DATA.table3[0]?.accuracy ?? NaN, 2, 6200),
    API.correct,
    SHARED.five,
    SHARED.ten,
  ];
  const rows = P2_DATA.table3.flatMap(({ questions, k, n, ci, guess_adjusted }, i) => {
    const hits = counts[i] ?? NaN;
    const adjusted = chanceNormalised(hits / n, k);
    return [
      ...bothEnds(`P2 Table 3, ${questions}, Wilson`, ci, 2, wilson(hits, n), 100),
      exactly(
        `P2 Table 3, ${questions}, guess-adjusted`,
        guess_adjusted,
        2,
        100 * (adjusted ?? NaN),
      ),
    ];
  });
  const [, full, five, ten] = P2_DATA.table3;
  return [
    ...rows,
    exactly(
      "P2 Table 3, Turkish MMLU Pro, accuracy",
      full?.accuracy ?? NaN,
      2,
      (100 * API.correct) / N,
    ),
    exactly(
      "P2 Table 3, shared five, accuracy",
      five?.accuracy ?? NaN,
      2,
      (100 * SHARED.five) / SHARED.n,
    ),
    exactly(
      "P2 Table 3, shared ten, accuracy",
      ten?.accuracy ?? NaN,
      2,
      (100 * SHARED.ten) / SHARED.n,
    ),
    exactly("P2 Table 3, reasoning", full?.reasoning_rate ?? NaN, 1, (100 * API.reasoned) / N),
    exactly("P2 Table 3, tokens", full?.mean_tokens ?? NaN, 1, API.tokens / N),
  ];
}

/** Section 5.2 and Appendix G. */
function ofText(): Check[] {
  const { n, five, ten, both, lost, gained, neither } = SHARED;
  const known = chanceNormalised(five / n, 5) ?? NaN;
  const predicted = known + (1 - known) / 10;
  const matched = {
    ...MATCHED,
    both: MATCHED.five - MATCHED.lost,
    neither: MATCHED.n - MATCHED.five - MATCHED.gained,
  };
  return [
    exactly("P2 section 5.2, transitions", n, 0, both + lost + gained + neither),
    exactly("P2 section 5.2, five right", five, 0, both + lost),
    exactly("P2 section 5.2, ten right", ten, 0, both + gained),
    exactly("P2 section 5.2, losses by choice", lost, 0, sum(Object.values(SHARED.lost_to))),
    exactly("P2 section 5.2, change", SHARED.change, 2, (100 * (gained - lost)) / n),
    ...bothEnds("P2 section 5.2, Wald", SHARED.ci, 2, changeInterval(SHARED), 100),
    exactly(
      "P2 section 5.2, McNemar p in 1e-23",
      SHARED.mcnemar_p * 1e23,
      2,
      mcnemar(lost, gained) * 1e23,
    ),
    exactly("P2 section 5.3, even share of borrowed", 55.6, 1, 500 / 9),
    exactly("P2 section 5.4, matched five", 93.38, 2, (100 * MATCHED.five) / MATCHED.n),
    exactly("P2 section 5.4, matched ten", 84.11, 2, (100 * MATCHED.ten) / MATCHED.n),
    exactly(
      "P2 section 5.4, matched change",
      -9.27,
      2,
      (100 * (MATCHED.gained - MATCHED.lost)) / MATCHED.n,
    ),
    ...bothEnds("P2 section 5.4, matched Wald", [-14.25, -4.29], 2, changeInterval(matched), 100),
    exactly("P2 Appendix G, predicted accuracy", SHARED.known_fraction, 2, 100 * predicted),
    exactly("P2 Appendix G, predicted decrease", 0.79, 2, 100 * (five / n - predicted)),
    exactly("P2 Appendix E, minicpm-v4.6:1b on its answers", 28.6, 1, 800 / 28),
    // With reasoning on 5,529 questions and without on the others.
    within("P2 section 5.1, accuracy of both halves", 81.38, 2, [
      (64.05 * API.reasoned + 96.15 * (N - API.reasoned)) / N,
      (64.15 * API.reasoned + 96.25 * (N - API.reasoned)) / N,
    ]),
  ];
}

function ofTable4(): Check[] {
  return P2_DATA.table4.flatMap(({ model, benchmark, unflagged, flagged, gap }) => {
    const name = `P2 Table 4, ${model} on ${benchmark}`;
    const n = STEMS[benchmark];
    const [ul, uh] = around(unflagged, 1);
    const [fl, fh] = around(flagged, 1);
    const whole = (u: number, f: number) =>
      (u * n.unflagged + f * n.flagged) / (n.unflagged + n.flagged);
    const all =
      benchmark === "TR-MMLU"
        ? (P2_DATA.table3[0]?.accuracy ?? NaN)
        : (P2_DATA.table2.find((row) => row.model === model)?.accuracy ?? NaN);
    return [
      within(`${name}, gap`, gap, 1, [ul - fh, uh - fl]),
      within(`${name}, accuracy of all`, all, 2, [whole(ul, fl), whole(uh, fh)]),
    ];
  });
}

function ofTable5(): Check[] {
  const rows = P2_DATA.table5.flatMap(({ stem, n, five, ten, change, ci, lost, gained }) => {
    const name = `P2 Table 5, ${stem}`;
    const before = countOf(five, 1, n);
    const counts = { both: before - lost, lost, gained, neither: n - before - gained };
    return [
      exactly(`${name}, ten`, ten, 1, (100 * (before - lost + gained)) / n),
      exactly(`${name}, change`, change, 1, (100 * (gained - lost)) / n),
      ...bothEnds(`${name}, Wald`, ci, 1, changeInterval(counts), 100),
    ];
  });
  const total = (field: "n" | "lost" | "gained" | "lost_to_borrowed") =>
    sum(P2_DATA.table5.map((row) => row[field]));
  return [
    ...rows,
    exactly("P2 Table 5, questions of both", SHARED.n, 0, total("n")),
    exactly("P2 Table 5, lost of both", SHARED.lost, 0, total("lost")),
    exactly("P2 Table 5, gained of both", SHARED.gained, 0, total("gained")),
    exactly("P2 Table 5, borrowed of both", SHARED.lost_to.borrowed, 0, total("lost_to_borrowed")),
  ];
}

function ofAudit(): Check[] {
  const R2 = {
    unresolved: P2_DATA.table7[3]?.r2_weighted ?? NaN,
    key_borrowed: P2_DATA.table7[4]?.r2_weighted ?? NaN,
  };
  const parts = P2_DATA.table7.slice(0, 4);
  const weighted = (name: "r1_weighted" | "r2_weighted") => {
    const total = sum(parts.map((row) => row[name]));
    return [total - 4 * 0.05, total + 4 * 0.05] as const;
  };
  const at = (rows: readonly number[], name: "r1_n" | "r2_n" | "r1_weight" | "r2_weight") =>
    sum(rows.map((i) => P2_DATA.table8[i]?.[name] ?? NaN));
  return [
    exactly("P2 Table 7, R1 questions", 200, 0, sum(parts.map((row) => row.r1_n))),
    exactly("P2 Table 7, R2 questions", 200, 0, sum(parts.map((row) => row.r2_n))),
    within("P2 Table 7, R1 percentages", 100, 1, weighted("r1_weighted")),
    within("P2 Table 7, R2 percentages", 100, 1, weighted("r2_weighted")),
    // From none to all of R2's unresolved records.
    exactly("P2 Appendix D, R2 lowest", P2_TEXT.r2_key_borrowed_range[0], 1, R2.key_borrowed),
    within("P2 Appendix D, R2 highest", P2_TEXT.r2_key_borrowed_range[1], 1, [
      R2.key_borrowed + R2.unresolved - 2 * half(1),
      R2.key_borrowed + R2.unresolved + 2 * half(1),
    ]),
    exactly("P2 Table 8, R1 flagged", 101, 0, at([0, 1], "r1_n")),
    exactly("P2 Table 8, R2 flagged", 101, 0, at([0, 1], "r2_n")),
    exactly("P2 Table 8, R1 unflagged", 99, 0, at([2, 3], "r1_n")),
    exactly("P2 Table 8, R2 unflagged", 99, 0, at([2, 3], "r2_n")),
    exactly("P2 Table 8, R1 flagged weight", 3118, 0, at([0, 1], "r1_weight")),
    exactly("P2 Table 8, R2 flagged weight", 3118, 0, at([0, 1], "r2_weight")),
    exactly("P2 Table 8, R1 unflagged weight", 8882, 0, at([2, 3], "r1_weight")),
    exactly("P2 Table 8, R2 unflagged weight", 8882, 0, at([2, 3], "r2_weight")),
    exactly("P2 section 5.5, R1 agreement with the rule", 187, 0, at([0, 3], "r1_n")),
    exactly("P2 section 5.5, R2 agreement with the rule", 188, 0, at([0, 3], "r2_n")),
  ];
}

function ofPilot(): Check[] {
  const wilsons = P2_DATA.table9.flatMap(({ model, accuracy, ci }) =>
    accuracy === undefined || ci === undefined
      ? []
      : bothEnds(`P2 Table 9, ${model}, Wilson`, ci, 0, wilson(accuracy, 100), 100),
  );
  const excess = P2_DATA.table9.flatMap((row) =>
    row.legacy_accuracy === undefined || row.accuracy === undefined
      ? []
      : [row.legacy_accuracy - row.accuracy],
  );
  const pairs = P2_DATA.table10.flatMap((row) => {
    const { model, direct, thinking, change, ci, mcnemar_p, direct_only, thinking_only } = row;
    const name = `P2 Table 10, ${model}`;
    const both = direct - direct_only;
    const neither = 100 - both - direct_only - thinking_only;
    const counts = { both, lost: direct_only, gained: thinking_only, neither };
    return [
      exactly(`${name}, thinking`, thinking, 0, both + thinking_only),
      exactly(`${name}, change`, change, 0, thinking - direct),
      ...bothEnds(`${name}, Wald`, ci, 1, changeInterval(counts), 100),
      exactly(`${name}, McNemar p`, mcnemar_p, 3, mcnemar(direct_only, thinking_only)),
    ];
  });
  return [
    ...wilsons,
    exactly("P2 section 4.3, models with a legacy score", LEGACY.models, 0, excess.length),
    exactly("P2 section 4.3, least excess of legacy", LEGACY.least, 0, Math.min(...excess)),
    exactly("P2 section 4.3, greatest excess of legacy", LEGACY.greatest, 0, Math.max(...excess)),
    exactly("P2 section 4.3, mean excess of legacy", LEGACY.mean, 1, mean(excess)),
    ...pairs,
  ];
}

function ofSections(): Check[] {
  const sections = P2_DATA.table11.slice(0, -1) as readonly Record<string, number | string>[];
  const macro = P2_DATA.table11.at(-1) as Record<string, number | string>;
  const value = (row: Record<string, number | string>, name: string) => Number(row[name]);
  const rounded = (values: readonly number[]) => {
    const middle = mean(values);
    return [middle - 0.05, middle + 0.05] as const;
  };
  return [
    exactly("P2 Table 11, sections", 58, 0, sections.length),
    ...[...sections, macro].map((row) =>
      within(
        `P2 Table 11, ${String(row.section)}, mean`,
        value(row, "mean"),
        1,
        rounded(P2_MODELS.map((model) => value(row, model))),
      ),
    ),
    ...P2_MODELS.flatMap((model) => {
      const bounds = rounded(sections.map((row) => value(row, model)));
      const micro = P2_DATA.table2.find((row) => row.model === model)?.accuracy ?? NaN;
      return [
        within(`P2 Table 11, ${columnOf(model)}, macro average`, value(macro, model), 1, bounds),
        // Section 5.1: macro and micro differ by less than 0.01 points.
        within(`P2 Table 2, ${columnOf(model)}, macro average`, micro, 2, [
          bounds[0] - 0.01,
          bounds[1] + 0.01,
        ]),
      ];
    }),
  ];
}

/** Appendix G: without the calibration questions some 0 to 100 correct answers fewer. */
function ofSensitivity(): Check[] {
  const printed = [63.65, 57.49, 44.43, 34.8, 81.39];
  return P2_DATA.table2.map(({ model, correct }, i) =>
    within(`P2 Appendix G, ${model} without calibration`, printed[i] ?? NaN, 2, [
      (100 * (correct - 100)) / (N - 100),
      (100 * correct) / (N - 100),
    ]),
  );
}

/** Every number of P2 that its other numbers make. */
export const P2_CHECKS: readonly Check[] = [
  ...ofTable1(),
  ...ofTable2(),
  ...ofTable3(),
  ...ofText(),
  ...ofTable4(),
  ...ofTable5(),
  ...ofAudit(),
  ...ofPilot(),
  ...ofSections(),
  ...ofSensitivity(),
];
