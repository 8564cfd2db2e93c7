import { columnOfModel } from "./p1-tables";
import type { Mark, UnsignedMark } from "./mark";
import { P2_NOTES } from "./p2-marks";
import { cellId, type PublishedCell } from "./published";

const MODELS = {
  pro: "Gemini-3-Pro-preview",
  flash: "Gemini-2.5-Flash",
  ax: "A.X-4.0",
  exaone: "EXAONE-4.0-32B",
  hyper: "HyperCLOVAX-Think",
} as const;
type Short = keyof typeof MODELS;
type Part = "value" | "interval";

/** A short name of a model in full; anything else stays. */
const full = (name: string) => (name in MODELS ? MODELS[name as Short] : name);

/** Cells of one table: "full.pro" is a row, several columns may be meant. */
function at(table: number, rows: readonly string[], columns: readonly string[], part?: Part) {
  return rows.flatMap((row) => {
    const [first = "", second] = row.split(".");
    const id = second === undefined ? full(first) : `${first}.${full(second)}`;
    return columns.map((column) => ({
      id: cellId(`p1_table${table}`, id, column),
      part: part ?? ("value" as const),
    }));
  });
}

const P1_NOTES: readonly UnsignedMark[] = [
  {
    cells: [
      ...at(2, ["full.pro"], ["na_100", "bi"]),
      ...at(2, ["full.pro"], ["na_100"], "interval"),
      ...at(13, ["full.pro"], ["na_100"]),
      ...at(14, ["full.pro"], ["na_100"]),
    ],
    note: "Full, Gemini-3-Pro, NA at 100: Table 2 prints 0.8560, but the middle of its interval and its BI of 0.1313 give 0.8550; Table 13 prints 0.8557, Table 14 0.825.",
  },
  {
    cells: [
      ...at(2, ["full.pro"], ["delta_pfi_10", "acc_100"]),
      ...at(4, ["pro"], ["delta_pfi_10"]),
      ...at(14, ["full.pro"], ["delta_pfi_10", "acc_100"]),
    ],
    note: "Full, Gemini-3-Pro: excess primacy is 0.0163 in Table 2, 0.016 in Table 4 and 0.018 in Table 14; accuracy at 100 is 0.8574 in Table 2 and 0.827 in Table 14.",
  },
  {
    cells: [
      ...at(4, ["pro", "flash", "ax", "exaone", "hyper"], ["entropy"]),
      ...at(14, ["full.pro", "full.flash", "full.ax", "full.exaone", "full.hyper"], ["entropy"]),
    ],
    note: "Entropy of the same runs in Tables 4 and 14: Gemini-3-Pro 0.91 and 0.934, Gemini-2.5-Flash 0.93 and 0.950, A.X-4.0 0.92 and 0.948, EXAONE-4.0 0.79 and 0.843, HyperCLOVAX-Think 0.73 and 0.770.",
  },
  {
    cells: [
      ...at(4, ["flash", "ax", "exaone", "hyper"], ["front_20"]),
      ...at(14, ["full.flash", "full.ax", "full.exaone", "full.hyper"], ["front_20"]),
    ],
    note: "Front20 of the same runs in Tables 4 and 14: Gemini-2.5-Flash 0.16 and 0.151, A.X-4.0 0.08 and 0.097, EXAONE-4.0 0.64 and 0.593, HyperCLOVAX-Think 0.71 and 0.705 (the last agree if 0.705 was rounded from above).",
  },
  {
    cells: [
      ...at(4, ["pro", "flash", "ax", "exaone"], ["tail_20"]),
      ...at(14, ["full.pro", "full.flash", "full.ax", "full.exaone"], ["tail_20"]),
    ],
    note: "Tail20 of the same runs in Tables 4 and 14: Gemini-3-Pro 0.16 and 0.168, Gemini-2.5-Flash 0.16 and 0.166, A.X-4.0 0.23 and 0.204, EXAONE-4.0 0.01 and 0.023.",
  },
  {
    cells: [
      ...at(2, ["easy.exaone", "full.ax", "full.exaone", "full.hyper"], ["slope_100"]),
      ...at(14, ["easy.exaone", "full.ax", "full.exaone", "full.hyper"], ["slope_100"]),
    ],
    note: "Slopes in Tables 2 and 14: Easy EXAONE-4.0 −0.0588 and −0.061, Full A.X-4.0 0.0317 and 0.028, Full EXAONE-4.0 −0.0488 and −0.045, Full HyperCLOVAX-Think −0.0675 and −0.063.",
  },
  {
    cells: [
      ...at(10, ["easy.english_text"], [columnOfModel(MODELS.hyper)]),
      ...at(12, ["acc_100"], ["no_padding", "english_text"]),
    ],
    note: "Easy, HyperCLOVAX-Think, English padding: Table 12 lowers accuracy from 0.800 to 0.649, by 0.151; Table 10 prints −0.482 for the worse placement.",
  },
  {
    cells: [
      ...at(3, ["flash"], ["easy"]),
      ...at(10, ["easy.korean_text"], [columnOfModel(MODELS.flash)]),
      ...at(2, ["easy.flash"], ["acc_100"]),
    ],
    note: "Easy, Gemini-2.5-Flash: the spread of 0.043 (Table 3) above the lowest change of −0.011 (Table 10) would put the best padded accuracy at 0.9812 + 0.032, above 1.",
  },
  {
    cells: at(
      2,
      ["easy.flash", "full.pro", "full.flash", "full.ax", "full.hyper"],
      ["na_100"],
      "interval",
    ),
    note: "These intervals over trials are wider than the spread of the items in Table 13 lets 1,000 trials be: the variance of a trial's mean is at most the mean of A(1−A) over the items.",
  },
  {
    cells: at(9, ["full.korean_text"], ["n_4"]),
    note: "Table 9, Full, Korean text at N=4 prints 2394; 2934 would fit every other cell.",
  },
  {
    cells: at(9, ["easy.none"], ["n_100"]),
    note: "Table 9, Easy without padding at N=100 prints 2390, about 28 tokens more than every padded cell and the smaller N imply.",
  },
  {
    cells: at(9, ["easy.korean_list"], ["n_20"]),
    note: "Table 9, Easy, Korean list at N=20 prints 2256; 2265 would fit the other cells.",
  },
  {
    cells: [
      ...at(13, ["easy.flash"], ["na_10", "na_20"]),
      ...at(13, ["easy.flash"], ["na_10", "na_20"], "interval"),
    ],
    note: "Table 13, Easy, Gemini-2.5-Flash: the middle of the interval at N=20 is 0.9949 and the mean printed 0.9956; at N=10 they are 0.9923 and 0.9926.",
  },
  {
    cells: [
      ...at(2, ["easy.pro"], ["na_4"]),
      ...at(2, ["easy.flash"], ["na_4", "na_100"]),
      ...at(13, ["easy.pro"], ["na_4"]),
      ...at(13, ["easy.flash"], ["na_4", "na_100"]),
    ],
    note: "Mean NA in Tables 2 and 13, equal when every item has as many trials: Easy Gemini-3-Pro at 4 options 0.9998 and 0.9996, Easy Gemini-2.5-Flash 0.9932 and 0.9937, at 100 options 0.9810 and 0.9819.",
  },
  {
    cells: [
      ...at(2, ["easy.pro"], ["acc_100", "na_100", "delta_pfi_10", "slope_100"]),
      ...at(14, ["easy.pro"], ["acc_100", "na_100", "delta_pfi_10", "slope_100"]),
      ...at(2, ["easy.flash"], ["acc_100", "na_100", "delta_pfi_10"]),
      ...at(14, ["easy.flash"], ["acc_100", "na_100", "delta_pfi_10"]),
      ...at(2, ["easy.ax", "easy.hyper"], ["slope_100"]),
      ...at(14, ["easy.ax", "easy.hyper"], ["slope_100"]),
    ],
    note: "Tables 2 and 14 differ here by more than rounding to three decimals leaves, always by less than 0.001 (such as 0.9898 and 0.989).",
  },
  {
    cells: at(8, ["4"], ["level", "score", "dependent_noun"]),
    note: "Table 8, example 4 prints a dependent noun and the score 0.2239 at level 2. Its counts and the ranges that give the other seven scores make 0.3740 with that noun, above the 0.3484 of a sentence of level 3, and 0.2240 without it.",
  },
];

/** All marks, signed a, b, c in this order. */
export const MARKS: readonly Mark[] = [...P1_NOTES, ...P2_NOTES].map((mark, i) => ({
  sign: String.fromCharCode("a".charCodeAt(0) + i),
  ...mark,
}));

const BY_CELL = Map.groupBy(
  MARKS.flatMap((mark) => mark.cells.map((cell) => ({ ...cell, mark }))),
  ({ id, part }) => `${id}#${part}`,
);

/** Marks on a value or on its interval. */
export function marksOn(cell: Pick<PublishedCell, "id">, part: Part = "value"): readonly Mark[] {
  return (BY_CELL.get(`${cell.id}#${part}`) ?? []).map(({ mark }) => mark);
}

/** Signs behind a cell: those of its value, and of its interval where both stand together. */
export function signsOn(cell: Pick<PublishedCell, "id">, parts: readonly Part[]): string {
  const signs = new Set(parts.flatMap((part) => marksOn(cell, part).map(({ sign }) => sign)));
  return [...signs].sort().join(",");
}
