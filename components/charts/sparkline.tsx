import { positionOn } from "@/lib/chart-models/axis";
import type { SeriesStyle } from "@/lib/chart-models/model";
import type { Spark } from "@/lib/chart-models/table-model";
import { formatRate } from "@/lib/format/number";
import { cssColour } from "./colour";

const WIDTH = 96;
const HEIGHT = 24;
const PAD = 4;

interface SparklineProps {
  readonly points: Spark;
  readonly style: SeriesStyle;
}

/**
 * NA over N in a table cell, on the one scale of all rows (0 to 1, or below where NA is). Plain SVG:
 * a charting component for each row of a table would cost more than it draws.
 */
export function Sparkline({ points, style }: SparklineProps) {
  const known = points.flatMap(({ x, y }) => (y === null ? [] : [{ x, y }]));
  const [first, last] = [known[0], known[known.length - 1]];
  if (!first || !last) return null;
  const xs = points.map((point) => point.x);
  const axis = (low: number, high: number, scale: "linear" | "log") => ({
    label: "",
    scale,
    domain: [low, high] as const,
    ticks: [],
  });
  const xAxis = axis(Math.min(...xs), Math.max(...xs, Math.min(...xs) * 1.01), "log");
  const yAxis = axis(
    Math.min(0, ...known.map((p) => p.y)),
    Math.max(1, ...known.map((p) => p.y)),
    "linear",
  );
  const px = (x: number) => PAD + positionOn(xAxis, x) * (WIDTH - 2 * PAD);
  const py = (y: number) => HEIGHT - PAD - positionOn(yAxis, y) * (HEIGHT - 2 * PAD);
  // A gap lifts the pen: the point after one begins a stretch of its own.
  const path = points
    .map(({ x, y }, i) => {
      if (y === null) return "";
      const pen = points[i - 1]?.y == null ? "M" : "L";
      return `${pen}${px(x).toFixed(1)} ${py(y).toFixed(1)}`;
    })
    .join("");
  const label = `NA ${formatRate(first.y)} at N=${first.x}, ${formatRate(last.y)} at N=${last.x}`;
  const colour = cssColour(style);
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={label} className="block">
      <title>{label}</title>
      <line x1={PAD} x2={WIDTH - PAD} y1={py(0)} y2={py(0)} stroke="var(--line)" />
      <path
        d={path}
        fill="none"
        strokeWidth={1.75}
        strokeDasharray={style.hollow === true ? "4 3" : undefined}
        strokeLinejoin="round"
        style={{ stroke: colour }}
      />
      <circle
        cx={px(last.x)}
        cy={py(last.y)}
        r={2.5}
        style={{ fill: style.hollow === true ? "var(--surface)" : colour, stroke: colour }}
      />
    </svg>
  );
}
