import type { CSSProperties } from "react";
import type { OutcomePartId } from "@/lib/rows/outcome-parts";

const stripes = (angle: number, colour: string, gap = 4) =>
  `repeating-linear-gradient(${angle}deg, ${colour} 0 2px, transparent 2px ${gap + 2}px)`;
const soft = (colour: string) => `color-mix(in srgb, ${colour} 22%, var(--surface))`;

/** Fill of each part: a pattern of its own, so that colour is not the only sign. */
export const OUTCOME_STYLES: Readonly<Record<OutcomePartId, CSSProperties>> = {
  right: { backgroundColor: "var(--good)" },
  wrong: {
    backgroundColor: soft("var(--danger)"),
    backgroundImage: stripes(45, "var(--danger)"),
  },
  unparsed: {
    backgroundColor: soft("var(--muted)"),
    backgroundImage: "radial-gradient(var(--muted) 1.2px, transparent 1.4px)",
    backgroundSize: "5px 5px",
  },
  multiple: { backgroundColor: soft("var(--warn)"), backgroundImage: stripes(0, "var(--warn)", 2) },
  out_of_range: {
    backgroundColor: soft("var(--warn)"),
    backgroundImage: stripes(90, "var(--warn)"),
  },
  truncated: {
    backgroundColor: soft("var(--accent)"),
    backgroundImage: stripes(135, "var(--accent)"),
  },
  error: { backgroundColor: "var(--ink)" },
  prompt_truncated: {
    backgroundColor: "var(--surface)",
    backgroundImage: stripes(135, "var(--ink)", 2),
  },
  missing: { backgroundColor: "var(--surface)", boxShadow: "inset 0 0 0 1px var(--line-strong)" },
};
