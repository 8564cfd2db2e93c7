import { formatPercent } from "@/lib/format/number";
import type { ItemSetRow } from "@/lib/metrics/item-sets";
import { P2_DONORS, P2_DONORS_PLACE } from "@/lib/reference/p2-donors";
import { P2_SOURCE } from "@/lib/reference/papers";
import { setLabels, setSelect } from "./donors";
import { publishedRow } from "./published";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

const COLUMNS: readonly TableColumn[] = [
  { id: "set", label: "Item set", kind: "text", rowHeader: true },
  { id: "set_hash", label: "Set hash", kind: "text", exportOnly: true },
  { id: "benchmark", label: "Benchmark", kind: "text" },
  { id: "runs", label: "Runs", kind: "count", hint: "Runs in view that were asked the set" },
  { id: "items", label: "Items", kind: "count" },
  {
    id: "additions",
    label: "Borrowed",
    kind: "count",
    hint: "Options copied from other questions",
  },
  { id: "donors", label: "Donors", kind: "count", hint: "Distinct questions they are copied from" },
  {
    id: "shared_donors",
    label: "Lend to several",
    kind: "count",
    hint: "Donors that lend to several items; share of the donors",
  },
  {
    id: "items_sharing_donors",
    label: "Share a donor",
    kind: "count",
    hint: "Items that share a donor with another item; share of the items",
  },
  {
    id: "from_selected",
    label: "From the set",
    kind: "count",
    hint: "Borrowed options whose donor is itself an item of the set; share of the borrowed options",
  },
  {
    id: "items_with_selected",
    label: "Items with these",
    kind: "count",
    hint: "Items with an option borrowed from an item of the set; share of the items",
  },
  {
    id: "cross_split",
    label: "Across parts",
    kind: "count",
    hint: "Borrowed options from another part of the source than their item's; share of the borrowed options",
  },
  {
    id: "repeated_stems",
    label: "Repeated stems",
    kind: "count",
    hint: "Items whose stem another item of the set has too; share of the items",
  },
  {
    id: "stems_in_another_split",
    label: "Stems elsewhere",
    kind: "count",
    hint: "Items whose stem also stood in another part of the source when the set was made; share of the items",
  },
];

/** What each count is a share of. */
const WHOLES = {
  shared_donors: "donors",
  items_sharing_donors: "items",
  from_selected: "additions",
  items_with_selected: "items",
  cross_split: "additions",
  repeated_stems: "items",
  stems_in_another_split: "items",
} as const;
type Part = keyof typeof WHOLES;
type Counts = Readonly<Record<Part, number | null>> &
  Readonly<Record<"items" | "additions" | "donors", number>>;

const REASONS: Partial<Record<Part, string>> = {
  cross_split: "The set does not say of every option which part of the source it is from.",
  stems_in_another_split: "The set does not say: it was not counted when it was made.",
};

function partCells(counts: Counts): Record<string, TableCell> {
  return Object.fromEntries(
    Object.entries(WHOLES).map(([part, whole]) => {
      const value = counts[part as Part];
      const all = counts[whole];
      const share = value === null || all === 0 ? undefined : formatPercent(value / all);
      return [
        part,
        {
          value,
          ...(share !== undefined && { aside: share }),
          ...(value === null && { reason: REASONS[part as Part] ?? "Not known." }),
        },
      ];
    }),
  );
}

function countCells(counts: Counts): Record<string, TableCell> {
  const { items, additions, donors } = counts;
  return {
    items: { value: items },
    additions: { value: additions },
    donors: { value: donors },
    ...partCells(counts),
  };
}

function rowOf(set: ItemSetRow, label: string): TableRow {
  return {
    id: set.set_hash,
    group: null,
    simulated: false,
    select: setSelect(set),
    cells: {
      set: { value: label },
      set_hash: { value: set.set_hash },
      benchmark: { value: set.benchmark },
      runs: { value: set.inScope.length },
      ...countCells(set),
    },
  };
}

const PRINTED = `Published: ${P2_SOURCE}, ${P2_DONORS_PLACE}, of the paper's own set.`;
const NO_SET = "Published: it is no set of the store.";

/** Turkish MMLU Pro as its paper counts it. */
const PUBLISHED = publishedRow("published|p2-donors", null, {
  set: { value: "Turkish MMLU Pro, published (P2)" },
  set_hash: { value: null, reason: NO_SET },
  benchmark: { value: null, reason: NO_SET },
  runs: { value: null, reason: "Published: no run in view is of it." },
  ...countCells(P2_DONORS),
});

/** How the items of each set hang together, one row a set; the published counts behind them. */
export function donorsTable(sets: readonly ItemSetRow[], published: boolean): TableModel {
  const labels = setLabels(sets);
  return {
    caption: "How the items of each set hang together by the options that they borrow",
    columns: COLUMNS,
    groups: [],
    rows: [
      ...sets.map((set) => rowOf(set, labels.get(set.set_hash) ?? set.name)),
      ...(published ? [PUBLISHED] : []),
    ],
    remarks: published ? [PRINTED] : [],
  };
}

const LENDING: readonly TableColumn[] = [
  { id: "set", label: "Item set", kind: "text", rowHeader: true },
  { id: "items", label: "Lends to items", kind: "count" },
  { id: "donors", label: "Donors", kind: "count" },
  { id: "share", label: "Share of donors", kind: "rate" },
];

/** Donors by the number of items that they lend to. */
export function lendingTable(sets: readonly ItemSetRow[]): TableModel {
  const labels = setLabels(sets);
  return {
    caption: "Donors by the number of items that they lend to",
    columns: LENDING,
    groups: [],
    rows: sets.flatMap((set) =>
      set.lending.map(({ items, donors }) => ({
        id: `${set.set_hash}|${items}`,
        group: null,
        simulated: false,
        select: null,
        cells: {
          set: { value: labels.get(set.set_hash) ?? set.name },
          items: { value: items },
          donors: { value: donors },
          share: { value: donors / set.donors },
        },
      })),
    ),
  };
}
