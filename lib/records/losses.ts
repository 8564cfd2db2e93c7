import { formatCount, plural } from "@/lib/format/number";

/** What of an import was not kept. */
interface Losses {
  /** Rows of the files that were refused. */
  readonly rejected: number;
  /** Planned responses that no kept row holds, those of rejected rows included. */
  readonly missing: number;
}

/**
 * Parts of a sentence behind "20 rows kept": ", 4 rejected", and what is missing. The two counts are
 * of different things, rows of a file and planned responses, and may be of the same ones.
 */
export function lossText({ rejected, missing }: Losses): string {
  const refused = rejected > 0 ? `, ${formatCount(rejected)} rejected` : "";
  if (missing === 0) return refused;
  const both =
    rejected > 0 ? " (a rejected row is among them where its item and trial could be read)" : "";
  return `${refused}; ${plural(missing, "planned response")} without a kept row${both}`;
}
