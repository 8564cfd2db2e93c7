"use client";
import { useCallback, useMemo, useState } from "react";
import { FlowChart } from "@/components/charts/flow-chart";
import { useViewState } from "@/components/hooks/use-view-state";
import { Remark } from "@/components/ui/remark";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { familySentence } from "@/lib/chart-models/family";
import { simulationAmong } from "@/lib/chart-models/model";
import { chosenPair, partsOf, shownPairs, type ShownPair } from "@/lib/chart-models/paired";
import { prepareFlow } from "@/lib/chart-models/paired-flow";
import { listedPart } from "@/lib/chart-models/paired-list";
import {
  apartSentences,
  incompletePairs,
  intervalSentence,
  pairSentence,
  unpairedText,
} from "@/lib/chart-models/paired-sentences";
import { pairedTable, pairRows, pValues, type PairRow } from "@/lib/chart-models/paired-table";
import type { FlowModel } from "@/lib/chart-models/flow";
import { publishedFlow, withPublishedPair } from "@/lib/chart-models/published-paired";
import { cellsIn } from "@/lib/chart-models/scope";
import { joined, paddingText } from "@/lib/chart-models/sentences";
import { DEFINITIONS as KNOWN } from "@/lib/metrics/definitions";
import { METRICS } from "@/lib/metrics/registry";
import { PAIRED } from "@/lib/questions/paired";
import { PAIR_STREAMS, type PairStream } from "@/lib/view-state/state";
import { Obstacles } from "../shared/obstacles";
import { UnknownParts } from "../shared/unknown-parts";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { Warnings } from "../shared/warnings";
import { NoPairs } from "./no-pairs";
import { PairControls } from "./pair-controls";
import { PairItems } from "./pair-items";
import { PairTable } from "./pair-table";

const DEFINITIONS = [...METRICS.paired.definitions, KNOWN.guess_adjusted, KNOWN.p_holm];
const NOTHING = { pairs: [], sides: [] };
/** What the view tells itself, before it shows a change. */
const TOLD = ["missing_rows"];
const CAPTION = "Two conditions on the same questions, by pair and items";

/** One model under two conditions, question by question: who was right, and what the lost chose. */
export function PairedView() {
  const { state, update } = useViewState();
  const { filters, leftOut, cells, ready: enabled } = useScope();
  const asked = useMetric(PAIRED, filters, { enabled, leftOut });
  const { pairs: rows, sides } = asked.rows[0] ?? NOTHING;
  const pairs = useMemo(() => shownPairs(rows), [rows]);
  const pair = useMemo(() => chosenPair(pairs, state.couple), [pairs, state.couple]);
  // A part that is not known of this pair is told below, and all items are drawn.
  const part = pair && partsOf(pair.row).includes(state.part) ? state.part : null;
  const flow = useMemo(() => pair && prepareFlow(pair, part), [pair, part]);
  const listed = useMemo(() => pairRows(pairs), [pairs]);
  const own = useMemo(() => pairedTable(listed, CAPTION), [listed]);
  const { published, stream } = state;
  // Of flagged stems and the other parts the paper prints no four streams.
  const printed = published && part === null ? PRINTED : null;
  const cut = stream && listedPart(stream, part);
  const table = useMemo(() => (published ? withPublishedPair(own) : own), [own, published]);
  const select = useDrillDown(cells.rows);
  const runs = useMemo(() => new Set(rows.flatMap(({ run_a, run_b }) => [run_a, run_b])), [rows]);
  const before = useMemo(
    () => [...incompletePairs(sides, pairs), ...apartSentences(sides)],
    [sides, pairs],
  );

  const title = pair ? pairSentence(pair, part) : "Two conditions on the same questions";
  const subtitle = joined([
    "change in percentage points of accuracy, second condition less first, over shared items",
    intervalSentence(pairs),
    pair && unpairedText(pair),
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(rows);
  const parts = useMemo(
    () =>
      flow
        ? [flow, ...(printed ? [printed] : [])].map((one) => ({
            kind: "flow" as const,
            heading: one === printed ? PRINTED_HEADING : null,
            flow: one,
          }))
        : [{ kind: "table" as const, table, sort: state.sort, note: null }],
    [flow, printed, table, state.sort],
  );
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  // A list that was just asked for is brought into view; that of a link stands where it stands.
  const [reveal, setReveal] = useState(false);
  const list = useCallback(
    (of: Pick<PairRow, "pair" | "part">, next: PairStream | null) => {
      setReveal(next !== null);
      update({ couple: of.pair.key, part: of.part, stream: next, row: null });
    },
    [update],
  );
  const listStream = (id: string) => {
    const next = PAIR_STREAMS.find((name) => name === id);
    if (pair && next) list({ pair, part }, next === stream ? null : next);
  };
  const none = <NoPairs data={cellsIn(cells.rows, filters).length > 0} />;

  return (
    <ViewFrame
      title={title}
      subtitle={pair !== null && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="pairs of conditions"
      empty={none}
      exports={pair !== null ? exports : {}}
      simulated={simulated}
      controls={<PairControls state={state} update={update} pairs={pairs} pair={pair} />}
      notices={
        pair !== null && (
          <>
            <UnknownParts columns={[...table.columns, ...LIST_COLUMNS]} />
            {[HINT, familySentence(pValues(listed))].map(
              (sentence) =>
                sentence !== null && (
                  <p key={sentence} className="text-muted text-xs">
                    {sentence}
                  </p>
                ),
            )}
          </>
        )
      }
      table={
        pair !== null && (
          <>
            <PairTable
              table={table}
              rows={listed}
              onList={list}
              onSelect={select}
              leading={stream === null}
            />
            {stream !== null && (
              <PairItems
                key={`${pair.key} ${stream} ${cut ?? ""}`}
                filters={asked.filters}
                pair={pair}
                stream={stream}
                part={cut}
                reveal={reveal}
              />
            )}
          </>
        )
      }
    >
      <Strangers pair={pair} />
      <Obstacles sentences={before} />
      {pair !== null && (
        <div className="mb-3 empty:hidden">
          <Warnings filters={asked.filters} enabled={enabled} runs={runs} without={TOLD} />
        </div>
      )}
      {pair === null ? (
        none
      ) : flow === null ? (
        <p className="text-muted text-sm">The two conditions share no item that was scored.</p>
      ) : (
        <>
          <FlowChart flow={flow} selected={stream} onSelect={listStream} />
          {published && <PrintedFlow flow={printed} />}
        </>
      )}
    </ViewFrame>
  );
}

const PRINTED = publishedFlow();
const PRINTED_HEADING = "As published: gpt-6-astra (P2)";

/** The paper's own pair under the one that is drawn, where it prints the same of it. */
function PrintedFlow({ flow }: { readonly flow: FlowModel | null }) {
  return (
    <section aria-labelledby="published-flow" className="mt-4">
      <h2 id="published-flow" className="mb-1 text-sm font-semibold">
        {PRINTED_HEADING}
      </h2>
      {flow === null ? (
        <p className="text-muted text-xs">
          The paper prints the four streams for all of its shared questions alone. Of flagged and of
          unflagged stems the table has what it prints.
        </p>
      ) : (
        <FlowChart flow={flow} />
      )}
    </section>
  );
}

/** What the link names and the data in view do not have. */
function Strangers({ pair }: { readonly pair: ShownPair | null }) {
  const { couple, part } = useViewState().state;
  if (pair === null) return null;
  const said = [
    ...(couple !== null && couple !== pair.key
      ? [`The pair of this link is not in view: ${pair.label} is shown.`]
      : []),
    ...(partsOf(pair.row).includes(part)
      ? []
      : [`This pair is not split by ${PART[part ?? "all"]}.`]),
  ];
  return said.map((sentence) => (
    <Remark key={sentence} className="mb-2">
      {sentence}
    </Remark>
  ));
}

const PART = {
  all: "anything",
  flagged: "the stems’ flags",
  unflagged: "the stems’ flags",
  length_matched: "the lengths of options",
} as const;

/** Of the list of items, which shares the sort of the link. */
const LIST_COLUMNS = ["item", "section", "stem", "right_a", "right_b", "chose"].map((id) => ({
  id,
}));

const HINT =
  "Options, their order, labels and the length of the prompt change together between two conditions: a change is " +
  "not the effect of one of them. A borrowed option that was chosen may be right as well. The known share says " +
  "what guessing alone would leave.";
