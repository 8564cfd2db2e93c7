/** Text inside an element or attribute; control characters that XML forbids become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

type Attributes = Readonly<Record<string, string | number | null>>;

/** Pixels to two decimals: files stay small and equal on every machine. */
const attribute = (value: string | number) =>
  typeof value === "number" ? String(Math.round(value * 100) / 100) : escapeXml(value);

/** One element. `content` is markup; text goes through `escapeXml` (or `text` below). */
export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .flatMap(([key, value]) => (value === null ? [] : [` ${key}="${attribute(value)}"`]))
    .join("");
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

export interface TextStyle {
  readonly size: number;
  readonly fill?: string;
  readonly weight?: 400 | 600;
  readonly anchor?: "start" | "middle" | "end";
  readonly rotate?: boolean;
  /** Figures of one width, for columns of numbers; Inter widens hyphens with them. */
  readonly tabular?: boolean;
}

/** A line of text with its baseline at y. */
export function text(x: number, y: number, content: string, style: TextStyle): string {
  return element(
    "text",
    {
      x,
      y,
      "font-size": style.size,
      fill: style.fill ?? INK,
      "font-weight": style.weight === 600 ? 600 : null,
      class: style.tabular ? "n" : null,
      "text-anchor": style.anchor === undefined || style.anchor === "start" ? null : style.anchor,
      transform: style.rotate ? `rotate(-90 ${String(x)} ${String(y)})` : null,
    },
    escapeXml(content),
  );
}

/** The colours of paper. */
export const INK = "#16191d";
export const MUTED = "#545d69";
export const GRID = "#e4e7eb";
export const AXIS = "#6a7480";
