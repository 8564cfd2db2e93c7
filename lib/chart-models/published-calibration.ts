import { P2_MODELS, P2_WHOLE } from "@/lib/reference/p2-data";
import { P2_TEXT } from "@/lib/reference/p2-text";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCellAt } from "@/lib/reference/published";
import { calibrationId, type CalibrationRun } from "./calibration";
import type { FigureModel, SeriesStyle } from "./model";
import { withOverlay } from "./overlay";
import {
  publishedId,
  publishedLabel,
  publishedRow,
  publishedValue,
  rateOfPercent,
  withPublishedRows,
} from "./published";
import {
  besideRuns,
  printedPoint,
  unprinted,
  type Asked,
  type PrintedRun,
} from "./published-points";
import type { TableCell, TableModel } from "./table-model";

/** The sample that a view draws. */
interface Sample {
  readonly seed: number;
  readonly size: number;
}

const { n: N_WITHOUT, seed: SEED, size: SIZE, accuracy: WITHOUT } = P2_TEXT.without_calibration;
const { benchmark: BENCHMARK, questions: QUESTIONS, options: N } = P2_WHOLE;

const isPrinted = ({ seed, size }: Sample) => seed === SEED && size === SIZE;
const OTHER_SAMPLE = `printed for seed ${SEED} and n ${SIZE} alone`;
const accuracyOf = (model: string) => publishedCellAt("p2_table2", model, "accuracy");

function printedRun(model: (typeof P2_MODELS)[number], sample: Sample): PrintedRun {
  const without = {
    id: `p2_text|${model}|without_calibration`,
    value: WITHOUT[model],
    interval: null,
    digits: 2,
  };
  return {
    id: publishedId(model),
    model,
    label: publishedLabel(model, "P2"),
    n: N,
    set: `${BENCHMARK}, ${N} options`,
    points: [
      printedPoint(1, accuracyOf(model), { unit: "percent", n: QUESTIONS }),
      isPrinted(sample)
        ? printedPoint(2, without, { unit: "percent", n: N_WITHOUT })
        : unprinted(2, OTHER_SAMPLE),
      // The pilot asked the same hundred in runs of their own.
      unprinted(3),
    ],
  };
}

const SOURCE =
  `Hollow marks: as published (${P2_SOURCE}, Table 2 with its intervals; Appendix G for the rest, printed ` +
  `without, for seed ${SEED} and n ${SIZE} alone). They stand beside runs of the same model at ${N} options, ` +
  "in direct mode and random order where these are stated, whatever the benchmark and its items. The paper drew its sample from an earlier snapshot: the same seed and n " +
  "need not choose the same questions. Of the sample alone it prints no accuracy of these runs.";

/**
 * The figure of samples with what P2 prints of its complete runs.
 * @param given the sample that is drawn, and the cells of each run in view, by its id
 */
export function withPublishedCalibration(
  figure: FigureModel,
  runs: readonly CalibrationRun[],
  given: {
    readonly sample: Sample;
    readonly cells: ReadonlyMap<string, readonly Asked[]>;
    readonly styles: ReadonlyMap<string, SeriesStyle>;
  },
): FigureModel {
  const { sample, cells, styles } = given;
  const drawn = runs
    .map(({ row }) => ({
      id: calibrationId(row),
      model: row.model,
      cells: cells.get(row.run_id) ?? [],
    }))
    .filter((run) => figure.panels.some(({ id }) => id === run.id));
  const printed = P2_MODELS.map((model) => printedRun(model, sample));
  return withOverlay(figure, besideRuns(drawn, printed, styles, SOURCE));
}

const OF_RECORDS: TableCell = { value: null, reason: "It is told of records alone." };
const NOTE = {
  sign: "P2",
  text:
    `As published (${P2_SOURCE}, Table 2 and Appendix G), printed in percent: the paper's complete runs on ` +
    `${BENCHMARK} with ten options. Without the sample it says that each differs by less than 0.05 points.`,
} as const;

/** The table of samples with P2's complete runs behind it. */
export function withPublishedSamples(table: TableModel, sample: Sample): TableModel {
  const none = publishedValue(null);
  const rows = P2_MODELS.map((model) => {
    const all = accuracyOf(model);
    const ends = all?.interval;
    const share = (value: number) => rateOfPercent({ value, digits: 2 });
    return publishedRow(`published|${model}`, null, {
      ...Object.fromEntries(table.columns.map(({ id }) => [id, none])),
      run: { value: publishedLabel(model, "P2") },
      run_id: OF_RECORDS,
      model: { value: model },
      benchmark: { value: BENCHMARK },
      scorer: OF_RECORDS,
      accuracy: all === null ? none : share(all.value),
      wilson: ends ? { value: [share(ends[0]).value, share(ends[1]).value], digits: 4 } : none,
      n: { value: QUESTIONS },
      ...(isPrinted(sample)
        ? { accuracy_without: share(WITHOUT[model]), n_without: { value: N_WITHOUT } }
        : {}),
      seed: isPrinted(sample) ? { value: String(SEED) } : none,
      n_sample: isPrinted(sample) ? { value: SIZE } : none,
    });
  });
  return withPublishedRows(table, rows, NOTE);
}
