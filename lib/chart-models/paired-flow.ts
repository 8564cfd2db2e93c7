import { formatCount, formatRate, plural } from "@/lib/format/number";
import type { ChangePart } from "@/lib/metrics/question-rows";
import type { PairPart, PairStream } from "@/lib/view-state/state";
import type { FlowModel, FlowStream, FlowTotal } from "./flow";
import type { SeriesStyle } from "./model";
import { accuraciesOf, mixedItems, PART_WORDS, partOf, type ShownPair } from "./paired";

const styled = (colour: number | null): SeriesStyle => ({ colour, marker: null, dash: "solid" });

/** Slots of the palette that stand apart for every eye; both right and neither are the ground. */
const STYLES: Readonly<Partial<Record<PairStream, SeriesStyle>>> = {
  both: styled(2),
  gained: styled(0),
  lost: styled(1),
  "lost.borrowed": styled(1),
  "lost.original": styled(5),
  "lost.invalid": styled(4),
  neither: styled(null),
  mixed: styled(6),
};

const [RIGHT, MIXED, WRONG] = ["right", "in part", "wrong"];

function streamOf(
  id: PairStream,
  label: string,
  count: number,
  [left, right]: readonly [string, string],
  within: FlowTotal | null = null,
): FlowStream {
  return { id, label, count, left, right, within, style: STYLES[id] ?? styled(null) };
}

/** What a flow is made of. */
type FlowCounts = Pick<ChangePart, "n_shared" | "both" | "lost" | "gained" | "neither" | "lost_to">;

/** The lost by what they chose, or as one stream where that is not known of each. */
function lostStreams({ lost, lost_to }: FlowCounts): FlowStream[] {
  const way = [RIGHT, WRONG] as const;
  if (lost_to === null) return [streamOf("lost", "lost", lost, way)];
  const total = { id: "lost", label: "lost", count: lost };
  return [
    streamOf("lost.borrowed", "to borrowed", lost_to.borrowed, way, total),
    streamOf("lost.original", "to original", lost_to.original, way, total),
    streamOf("lost.invalid", "invalid", lost_to.invalid, way, total),
  ];
}

/** Why the lost are not parted by what they chose. */
export const LOST_UNKNOWN =
  "of some, whence the chosen option comes is not known, or not the same in all permutations.";

function notesOf(counts: FlowCounts, mixed: number): string[] {
  return [
    "Shares are of the items drawn.",
    ...(counts.lost_to === null && counts.lost > 0
      ? [`The lost are not split: ${LOST_UNKNOWN}`]
      : []),
    ...(mixed > 0
      ? [
          `In part: ${plural(mixed, "item")} whose permutations were not all answered alike on one side ` +
            "or both; the change counts each by its share of right ones.",
        ]
      : []),
  ];
}

/** What a side comes to: counts, or its accuracy where items count in part. */
function sideText(right: number, wrong: number, accuracy: number | null): string {
  const counts = `${formatCount(right)} right, ${formatCount(wrong)} wrong`;
  return accuracy === null ? counts : `accuracy ${formatRate(accuracy)}`;
}

/** The four streams of a pair on all of its items, or on a part; null where nothing is shared. */
export function prepareFlow(pair: ShownPair, part: PairPart | null): FlowModel | null {
  const counts = partOf(pair.row, part);
  if (counts === null || counts.n_shared === 0) return null;
  const mixed = mixedItems(counts);
  const accuracies = mixed > 0 && part === null ? accuraciesOf(pair.row, null) : NOT_SHOWN;
  const told = mixed === 0 || part === null;
  return flowOf(pair, part, counts, told ? accuracies : null);
}

const NOT_SHOWN = [null, null] as const;

/**
 * The streams of some counts.
 * @param accuracies of both sides where items count in part; null where nobody knows them
 */
export function flowOf(
  { label, from, to }: Pick<ShownPair, "label" | "from" | "to">,
  part: PairPart | null,
  counts: FlowCounts,
  accuracies: readonly [number | null, number | null] | null = NOT_SHOWN,
): FlowModel {
  const { n_shared, both, lost, gained, neither } = counts;
  const mixed = mixedItems(counts);
  const [a, b] = accuracies ?? NOT_SHOWN;
  const told = accuracies !== null;
  return {
    title: `${label}, ${PART_WORDS[part ?? "all"]}: ${plural(n_shared, "item")} by who was right`,
    from: { name: from, text: told ? sideText(both + lost, gained + neither, a) : "" },
    to: { name: to, text: told ? sideText(both + gained, lost + neither, b) : "" },
    blocks: [RIGHT, ...(mixed > 0 ? [MIXED] : []), WRONG],
    streams: [
      streamOf("both", "both right", both, [RIGHT, RIGHT]),
      streamOf("gained", "gained", gained, [WRONG, RIGHT]),
      ...(mixed > 0 ? [streamOf("mixed", "in part on a side", mixed, [MIXED, MIXED])] : []),
      ...lostStreams(counts),
      streamOf("neither", "neither right", neither, [WRONG, WRONG]),
    ],
    total: n_shared,
    notes: notesOf(counts, mixed),
  };
}
