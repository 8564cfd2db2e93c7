import { BLOCK_WIDTH, layoutFlow, type FlowLabel, type FlowModel } from "@/lib/chart-models/flow";
import { clipText, textWidth } from "@/lib/chart-models/labels";
import { colourOf } from "@/lib/chart-models/palette";
import { formatCount, formatPercent } from "@/lib/format/number";
import { paragraph, stack, type Block } from "./blocks";
import { AXIS, element, INK, MUTED, text } from "./xml";

const SIZE = 10.5;
const LINE = 16;
const HEIGHT = 240;
const LABEL_WIDTH = 190;
const INDENT = 12;

const labelText = ({ label, count, share }: FlowLabel) =>
  `${label} ${formatCount(count)}${share === null ? "" : ` · ${formatPercent(share)}`}`;

function drawLabel(label: FlowLabel, right: number): string {
  const x = right + 14 + (label.part ? INDENT : 0);
  const lead =
    label.style === null || label.count === 0
      ? ""
      : element("path", {
          d: `M${right.toFixed(2)} ${label.at.toFixed(2)}L${(x - 3).toFixed(2)} ${label.y.toFixed(2)}`,
          fill: "none",
          stroke: colourOf(label.style, "light"),
          "stroke-width": 0.75,
        });
  const written = clipText(labelText(label), SIZE, LABEL_WIDTH - 14);
  const weight = label.style === null ? 600 : 400;
  return lead + text(x, label.y + 3.5, written, { size: SIZE, fill: INK, weight });
}

/** A flow on paper: what stands over both sides, the streams, their names and shares, its notes. */
export function flowBlock(heading: string | null, flow: FlowModel, width: number): Block {
  const left = Math.ceil(Math.max(...flow.blocks.map((name) => textWidth(name, SIZE)))) + 8;
  const right = width - LABEL_WIDTH;
  const { bands, blocks, labels } = layoutFlow(flow, { left, right, height: HEIGHT, line: LINE });
  const drawn = [
    ...bands.map(({ stream, path }) =>
      element("path", {
        d: path,
        fill: colourOf(stream.style, "light"),
        "fill-opacity": flow.hollow === true ? 0.05 : 0.55,
        ...(flow.hollow === true && {
          stroke: colourOf(stream.style, "light"),
          "stroke-dasharray": "4 3",
        }),
      }),
    ),
    ...blocks.map(({ x, y, height, name, side }) => {
      const own = { x, y, width: BLOCK_WIDTH, height: Math.max(1, height), fill: AXIS };
      const label = { size: SIZE, fill: MUTED, anchor: "end" as const };
      return (
        element("rect", own) +
        (side === "left" ? text(left - 5, y + height / 2 + 3.5, name, label) : "")
      );
    }),
    ...labels.map((label) => drawLabel(label, right)),
  ];
  const heads = [flow.from, flow.to].map(({ name, text: said }) =>
    said === "" ? name : `${name}: ${said}`,
  );
  return stack(
    [
      ...(heading === null ? [] : [paragraph(heading, 12.5, width, INK, 600)]),
      paragraph(`Left: ${heads[0] ?? ""}. Right: ${heads[1] ?? ""}.`, SIZE, width, INK),
      { height: HEIGHT, svg: drawn.join("") },
      ...(flow.notes.length === 0 ? [] : [paragraph(flow.notes.join(" "), 10, width, MUTED)]),
    ],
    10,
  );
}
