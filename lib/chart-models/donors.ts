import type { ItemSetRow } from "@/lib/metrics/item-sets";
import { formatCount, plural } from "@/lib/format/number";
import { valueAxis } from "./axis";
import { SERIES_CAP, type FigureModel, type PanelModel, type SeriesStyle } from "./model";
import type { Select } from "./series";

/** Sets of one name are told apart by their hash. */
export function setLabels(sets: readonly ItemSetRow[]): ReadonlyMap<string, string> {
  const uses = Map.groupBy(sets, ({ name }) => name);
  return new Map(
    sets.map(({ set_hash, name }) => [
      set_hash,
      (uses.get(name)?.length ?? 0) > 1 ? `${name} (${set_hash})` : name,
    ]),
  );
}

/** What leads to the responses of the runs in scope that were asked a set. */
export function setSelect({ benchmark, inScope }: ItemSetRow): Select {
  return [
    { field: "benchmark", values: [benchmark] },
    { field: "run", values: [...inScope] },
  ];
}

/** Distinct donors of a set; of several sets nobody counts which have donors in common. */
export function donorsText(sets: readonly ItemSetRow[]): string | null {
  const [only] = sets;
  return only && sets.length === 1 ? plural(only.donors, "donor") : null;
}

const STYLE: SeriesStyle = { colour: 0, marker: null, dash: "solid" };

function panelOf(set: ItemSetRow, label: string): PanelModel {
  return {
    id: set.set_hash,
    title: label,
    series: [
      {
        id: set.set_hash,
        label,
        mark: "bar",
        style: STYLE,
        interval: "none",
        simulated: false,
        role: "data",
        markerEvery: 0,
        points: set.lending.map(({ items, donors }) => ({
          x: items,
          y: donors,
          low: null,
          high: null,
          n: null,
          gap: null,
          select: null,
        })),
      },
    ],
    shade: null,
    levels: [],
    readouts: [],
    warning: null,
  };
}

/** Ticks of the x axis: every number of items where there are few, else about so many. */
const MOST_TICKS = 10;

function itemsAxis(sets: readonly ItemSetRow[]): FigureModel["x"] {
  const most = Math.max(1, ...sets.flatMap(({ lending }) => lending.map(({ items }) => items)));
  const step = Math.ceil(most / MOST_TICKS);
  const values = Array.from({ length: Math.floor((most - 1) / step) + 1 }, (_, i) => 1 + i * step);
  return {
    label: "items that a donor lends to",
    scale: "linear",
    domain: [0.5, most + 0.5],
    ticks: values.map((value) => ({ value, label: formatCount(value) })),
  };
}

/** One panel a set: how many donors lend to one item, to two, and so on. */
export function prepareDonors(sets: readonly ItemSetRow[]): FigureModel {
  const labels = setLabels(sets);
  const drawn = sets.slice(0, SERIES_CAP);
  return {
    x: itemsAxis(drawn),
    y: valueAxis(
      "donors",
      drawn.flatMap(({ lending }) => lending.map(({ donors }) => donors)),
      [0],
    ),
    panels: drawn.map((set) => panelOf(set, labels.get(set.set_hash) ?? set.name)),
    labels: "none",
    legend: [],
    valueName: "donors",
    unit: "counts",
    intervalName: null,
    countOf: "donors",
    cap: sets.length > drawn.length ? { shown: drawn.length, of: sets.length, what: "sets" } : null,
    notes: [],
  };
}
