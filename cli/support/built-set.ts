import { join } from "node:path";
import type { ItemSet } from "@/lib/records/item-set";
import { printable } from "./progress";

/** What was built, a line a step. */
export function account(set: ItemSet, into: string): string {
  const { manifest, hash } = set;
  const steps = manifest.steps.map(({ what, counts }) => {
    const numbers = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
    return `  ${what}\n    ${numbers.join(", ")}`;
  });
  const lines = [hash, `  ${manifest.name}`, ...steps, `  ${join(into, hash)}`];
  return `${printable(lines.join("\n"))}\n`;
}
