import { goldPosition } from "@/lib/protocol/trials";
import { generatorOf } from "@/lib/protocol/random";
import { answer, difficultyOf, fallbackOf, knownProbability } from "./law";
import { itemIdsOf, type SimulatedCell, type SimulatedModel, type SimulationSpec } from "./spec";

/** Parallel columns of one cell's rows, by item and then trial. `response` 0 stands for no position. */
export interface SimulatedRows {
  readonly item: Int32Array;
  readonly trial: Int32Array;
  readonly gold: Int32Array;
  readonly response: Int32Array;
}

/** Gold positions of trials 1..count of an (environment, N): the same for all items and paddings. */
function goldsOf(spec: SimulationSpec, cell: SimulatedCell): Int32Array {
  const { environment, nOptions } = cell;
  return Int32Array.from({ length: cell.trials }, (_, k) =>
    goldPosition({ seed: spec.seed, environment, nOptions, trial: k + 1 }),
  );
}

/**
 * All responses of one model in one cell. Each item draws from a stream of its own, trial by trial:
 * rows do not depend on what else the spec asks for, and more trials only add rows.
 */
export function generateCell(
  spec: SimulationSpec,
  model: SimulatedModel,
  cell: SimulatedCell,
): SimulatedRows {
  const golds = goldsOf(spec, cell);
  const fallback = fallbackOf(model, cell.nOptions);
  const length = spec.items * cell.trials;
  const rows: SimulatedRows = {
    item: new Int32Array(length),
    trial: new Int32Array(length),
    gold: new Int32Array(length),
    response: new Int32Array(length),
  };
  let row = 0;
  itemIdsOf(spec.items).forEach((itemId, t) => {
    const difficulty = difficultyOf(t, spec.items);
    const known = knownProbability(model, difficulty, cell.environment, cell.nOptions);
    const chances = { invalid: model.invalid, known, fallback };
    const stream = [cell.environment, cell.nOptions, cell.padding, itemId] as const;
    const random = generatorOf("answers", spec.seed, model.name, ...stream);
    golds.forEach((gold, k) => {
      rows.item[row] = t;
      rows.trial[row] = k + 1;
      rows.gold[row] = gold;
      rows.response[row] = answer(random, gold, chances) ?? 0;
      row += 1;
    });
  });
  return rows;
}
