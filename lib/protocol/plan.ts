import type { ItemSet } from "@/lib/records/item-set";
import { cellsOf, type Cell } from "./cells";
import type { JobSpec } from "./job-spec";
import { MAX_CHUNK, type Chunk, type RequestKey } from "./presented";

/** What a job asks, computed when it is asked for: nothing grows with the number of trials. */
export interface Plan {
  /** Requests of all models together. */
  readonly requests: number;
  readonly chunks: number;
  readonly cells: readonly Cell[];
  /** Requests of one model in one mode, that is, of one run. */
  requestsOf(mode: Cell["mode"]): number;
  /** @throws RangeError outside 0..chunks - 1 */
  chunk(index: number): Chunk;
  /** Keys of a chunk's requests, in the order in which they are asked. */
  keys(chunk: Chunk): RequestKey[];
}

/** Trials `from`..`to`, in which the same cells are asked. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly Cell[];
  /** First chunk of each cell within one model of one trial, and behind the last their number. */
  readonly starts: readonly number[];
  /** Chunks before this stretch. */
  readonly before: number;
  readonly perModel: number;
}

const partsOf = (cell: Cell) => Math.ceil(cell.items.length / MAX_CHUNK);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const requestsIn = (cells: readonly Cell[]) =>
  sum(cells.map((cell) => cell.trials * cell.items.length));

function stretchesOf(cells: readonly Cell[], models: number): Stretch[] {
  const ends = [...new Set(cells.map((cell) => cell.trials))].sort((a, b) => a - b);
  let before = 0;
  return ends.map((to, index) => {
    const from = (ends[index - 1] ?? 0) + 1;
    const asked = cells.filter((cell) => cell.trials >= to);
    const starts = [0];
    for (const cell of asked) starts.push((starts.at(-1) ?? 0) + partsOf(cell));
    const perModel = starts.at(-1) ?? 0;
    const stretch = { from, to, cells: asked, starts, before, perModel };
    before += (to - from + 1) * models * perModel;
    return stretch;
  });
}

/** Index of the last of the ascending values that is at most `value`. */
function lastUpTo(values: readonly number[], value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? Infinity) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function chunkAt(stretch: Stretch, models: number, index: number): Chunk {
  const inside = index - stretch.before;
  const perTrial = models * stretch.perModel;
  const trial = stretch.from + Math.floor(inside / perTrial);
  const model = Math.floor((inside % perTrial) / stretch.perModel);
  const within = inside % stretch.perModel;
  const place = lastUpTo(stretch.starts, within);
  const cell = stretch.cells[place];
  if (!cell) throw new RangeError(`No cell ${place}`);
  const part = within - (stretch.starts[place] ?? 0);
  const { environment, n_options, padding, mode, condition, permutation } = cell;
  return {
    index,
    model,
    cell: { environment, n_options, padding, mode, condition, permutation, trial },
    part,
    items: cell.items.slice(part * MAX_CHUNK, (part + 1) * MAX_CHUNK),
  };
}

/**
 * The order is trial-major: trial k of all cells and models comes before trial k + 1, so that what is
 * done is always a prefix of trials; within a trial model by model, and the items of a cell together,
 * since they share all that stands before the gold option.
 */
export function planOf(spec: JobSpec, set: ItemSet): Plan {
  // A cell without items has no chunk, and would share its place with the next.
  const cells = cellsOf(spec, set).filter((cell) => cell.items.length > 0);
  const models = spec.models.length;
  const stretches = stretchesOf(cells, models);
  const last = stretches.at(-1);
  const chunks = last ? last.before + (last.to - last.from + 1) * models * last.perModel : 0;
  const starts = stretches.map((stretch) => stretch.before);
  return {
    requests: models * requestsIn(cells),
    chunks,
    cells,
    requestsOf: (mode) => requestsIn(cells.filter((cell) => cell.mode === mode)),
    chunk(index) {
      const stretch = stretches[lastUpTo(starts, index)];
      if (!stretch || !Number.isInteger(index) || index < 0 || index >= chunks)
        throw new RangeError(`No chunk ${index} of ${chunks}`);
      return chunkAt(stretch, models, index);
    },
    keys: (chunk) =>
      chunk.items.map((index) => {
        const item = set.items[index];
        if (!item) throw new RangeError(`No item ${index} of ${set.items.length}`);
        return { item_id: item.item_id, ...chunk.cell };
      }),
  };
}

/**
 * Names a chunk by what it asks, within one job. Its index can change when the job is given more
 * trials, its id cannot.
 */
export function chunkId(chunk: Chunk): string {
  const { mode, environment, n_options, condition, permutation, padding, trial } = chunk.cell;
  return JSON.stringify([
    chunk.model,
    mode,
    environment,
    n_options,
    condition,
    permutation,
    padding,
    trial,
    chunk.part,
  ]);
}
