import { P1_DATA } from "@/lib/reference/p1-data";
import { publishedCells, type CellQuery, type PublishedCell } from "@/lib/reference/published";
import { bubbleIndex } from "@/lib/stats/bubble";
import { chanceNormalised } from "@/lib/stats/proportions";
import { tQuantile, Z } from "@/lib/stats/quantiles";
import { around, exactly, half, within, type Check } from "./check";

const ITEMS = 30;
const TRIALS = 1000;
const ENVS = ["easy", "full"] as const;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const middleOf = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = sorted.length / 2;
  return ((sorted[Math.floor(at)] ?? NaN) + (sorted[Math.ceil(at) - 1] ?? NaN)) / 2;
};

/** NA of every accuracy that a rounded one can stand for. */
const naOf = (accuracy: number, digits: number, n: number): readonly [number, number] => {
  const [low, high] = around(accuracy, digits);
  return [chanceNormalised(low, n) ?? NaN, chanceNormalised(high, n) ?? NaN];
};

function ofTable2(): Check[] {
  return P1_DATA.table2.flatMap((row) => {
    const name = `P1 Table 2, ${row.env} ${row.model}`;
    const bi = (low: number, high: number) => bubbleIndex(low, high) ?? NaN;
    const [ll, lh] = around(row.na_4, 4);
    const [hl, hh] = around(row.na_100, 4);
    return [
      within(`${name}, NA4 of accuracy`, row.na_4, 4, naOf(row.acc_4, 4, 4)),
      within(`${name}, NA100 of accuracy`, row.na_100, 4, naOf(row.acc_100, 4, 100)),
      within(`${name}, BI of NA`, row.bi, 4, [bi(ll, hh), bi(lh, hl)]),
      middle(`${name}, NA100 interval`, row.na_100, row.na_100_ci),
      middle(`${name}, BI interval`, row.bi, row.bi_ci),
    ];
  });
}

/** The middle of an interval that reaches as far to both sides. */
function middle(id: string, printed: number, [low, high]: readonly [number, number]): Check {
  const centre = (low + high) / 2;
  return within(`${id}, middle`, printed, 4, [centre - half(4), centre + half(4)]);
}

function ofTable13(): Check[] {
  return P1_DATA.table13.flatMap((row) =>
    ([4, 10, 20, 50, 100] as const).map((n) =>
      middle(
        `P1 Table 13, ${row.env} ${row.model}, NA${n} interval`,
        row[`na_${n}`],
        row[`na_${n}_target_ci`],
      ),
    ),
  );
}

function ofTables12And14(): Check[] {
  const rows = P1_DATA.table14.map((row) =>
    within(
      `P1 Table 14, ${row.env} ${row.model}, NA100 of accuracy`,
      row.na_100,
      3,
      naOf(row.acc_100, 3, 100),
    ),
  );
  const metric = (name: string) => P1_DATA.table12.find((row) => row.metric === name);
  const [accuracy, na] = [metric("acc_100"), metric("na_100")];
  if (!accuracy || !na) throw new Error("Table 12 lacks a row");
  const worst = P1_DATA.table10.find(
    ({ env, padding }) => env === "easy" && padding === "english_text",
  );
  const change = accuracy.english_text - accuracy.no_padding;
  return [
    ...rows,
    within(
      "P1 Table 12, NA100 of accuracy, no padding",
      na.no_padding,
      3,
      naOf(accuracy.no_padding, 3, 100),
    ),
    within(
      "P1 Table 12, NA100 of accuracy, English text",
      na.english_text,
      3,
      naOf(accuracy.english_text, 3, 100),
    ),
    within(
      "P1 Table 10, easy HyperCLOVAX-Think, English text of Table 12",
      worst?.["HyperCLOVAX-Think"] ?? NaN,
      3,
      [change - 2 * half(3), change + 2 * half(3)],
    ),
  ];
}

/** The same value of the same runs in another table. */
function twins(
  table: PublishedCell["table"],
  other: PublishedCell["table"],
  query: CellQuery = {},
): Check[] {
  return publishedCells({ table, ...query }).flatMap((cell) => {
    const { metric, model, environment, n } = cell;
    if (model === null || environment === null) return [];
    const [twin] = publishedCells({ table: other, metric, model, environment, n, padding: "none" });
    if (!twin) return [];
    const at = n === null ? "" : ` at ${n}`;
    return within(
      `P1 ${nameOf(table)} and ${nameOf(other)}, ${environment} ${model}, ${metric}${at}`,
      cell.value,
      cell.digits,
      around(twin.value, twin.digits),
    );
  });
}
const nameOf = (table: string) => `Table ${table.slice("p1_table".length)}`;

/** Change of accuracy: the best padded accuracy is the worst one and the spread, and at most 1. */
function ofSpreads(): Check[] {
  return ENVS.flatMap((env) =>
    P1_DATA.table3.map((row) => {
      const changes = P1_DATA.table10
        .filter((one) => one.env === env)
        .map((one) => one[row.model] ?? NaN);
      const accuracy =
        P1_DATA.table2.find((one) => one.env === env && one.model === row.model)?.acc_100 ?? NaN;
      const best = accuracy + Math.min(...changes) + row[env];
      return within(`P1 Table 3, ${env} ${row.model}, best padded accuracy`, best, 3, [0, 1]);
    }),
  );
}

/** Half widths of intervals over trials against the most that the items let them be. */
function ofTrialIntervals(): Check[] {
  const t = tQuantile(0.975, ITEMS - 1) ?? NaN;
  return P1_DATA.table2.map(({ env, model, na_100_ci: [low, high] }) => {
    const items = P1_DATA.table13.find((row) => row.env === env && row.model === model);
    if (!items) throw new Error(`${model} is not in Table 13`);
    const [from, to] = items.na_100_target_ci;
    const scale = 1 - 1 / 100;
    const mean = 0.01 + scale * items.na_100;
    // Of the accuracies of the items; the printed ends leave it a hair smaller or larger.
    const spread = (scale * ((to - from) / 2 - half(4)) * Math.sqrt(ITEMS)) / t;
    const variance = (spread ** 2 * (ITEMS - 1)) / ITEMS;
    const most = Math.sqrt(Math.max(0, mean * (1 - mean) - variance));
    const widest = (Z * most) / scale / Math.sqrt(TRIALS);
    return within(
      `P1 Table 2, ${env} ${model}, NA100 interval against the items of Table 13`,
      (high - low) / 2,
      4,
      [0, widest],
    );
  });
}

const NS = ["n_4", "n_10", "n_20", "n_50", "n_100"] as const;

/** Prompt lengths are a padding and what the environment and N make; rounding leaves a few tokens. */
function ofTable9(): Check[] {
  const rows = P1_DATA.table9;
  const paddings = [...new Set(rows.map((row) => row.padding))];
  const found = (env: string, padding: string) =>
    rows.find((row) => row.env === env && row.padding === padding);
  let own = new Map(paddings.map((padding) => [padding, 0]));
  const base = (env: string, n: (typeof NS)[number]) =>
    middleOf(
      paddings.map((padding) => (found(env, padding)?.[n] ?? NaN) - (own.get(padding) ?? 0)),
    );
  for (let round = 0; round < 8; round += 1) {
    const bases = new Map(
      ENVS.flatMap((env) => NS.map((n) => [`${env} ${n}`, base(env, n)] as const)),
    );
    own = new Map(
      paddings.map((padding) => [
        padding,
        middleOf(
          ENVS.flatMap((env) =>
            NS.map((n) => (found(env, padding)?.[n] ?? NaN) - (bases.get(`${env} ${n}`) ?? NaN)),
          ),
        ),
      ]),
    );
  }
  return rows.flatMap((row) =>
    NS.map((n): Check => {
      const fits = base(row.env, n) + (own.get(row.padding) ?? NaN);
      const id = `P1 Table 9, ${row.env} ${row.padding}, N=${n.slice(2)}`;
      return { id, printed: row[n], room: 4, low: fits, high: fits };
    }),
  );
}

/** Every number of P1 that its other numbers make. */
export const P1_CHECKS: readonly Check[] = [
  exactly("P1 Table 1, items", ITEMS, 0, sum(P1_DATA.table1.map((row) => row.count))),
  exactly("P1 Table 6, whole weight", 1, 2, sum(P1_DATA.table6.map((row) => row.weight))),
  ...ofTable2(),
  ...ofTable13(),
  ...ofTables12And14(),
  ...twins("p1_table2", "p1_table13"),
  ...twins("p1_table2", "p1_table14"),
  ...twins("p1_table4", "p1_table14"),
  ...twins("p1_table13", "p1_table14"),
  ...twins("p1_table12", "p1_table14", { padding: "none" }),
  ...ofSpreads(),
  ...ofTrialIntervals(),
  ...ofTable9(),
];
