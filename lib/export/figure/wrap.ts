import { textWidth } from "@/lib/chart-models/labels";

/** Breaks a name like `wrapText`, and words that are too long themselves wherever the line ends. */
export function wrapName(content: string, size: number, width: number): string[] {
  return wrapText(content, size, width).flatMap((line) => {
    const lines: string[] = [];
    let part = "";
    for (const sign of line) {
      if (part !== "" && textWidth(part + sign, size) > width) {
        lines.push(part);
        part = sign;
      } else part += sign;
    }
    return [...lines, part];
  });
}

/** Breaks a text into lines of at most `width` pixels at spaces; a word alone may be longer. */
export function wrapText(content: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of content.split(/\s+/u).filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}
