"use client";
import { formatCount } from "@/lib/format/number";
import { paddingWords } from "@/lib/format/words";
import { Queried } from "../queried";
import { usePaddings } from "../queries";

const CELL = "px-2 py-1 text-right tabular";

/** What each padding adds to a prompt, beside what the first paper's Table 9 prints. */
export function PaddingsTable() {
  const query = usePaddings();
  return (
    <Queried query={query} what="the paddings">
      {({ paddings }) => (
        <div
          className="overflow-x-auto"
          tabIndex={0}
          role="region"
          aria-label="Lengths of paddings"
        >
          <table className="text-xs">
            <caption className="text-muted text-left">
              Tokens that a padding adds to a prompt (cl100k_base), and those of Table 9 of the
              first paper
            </caption>
            <thead>
              <tr>
                <th scope="col" className="px-2 py-1 text-left">
                  padding
                </th>
                <th scope="col" className={CELL}>
                  tokens
                </th>
                <th scope="col" className={CELL}>
                  published
                </th>
                <th scope="col" className={CELL}>
                  difference
                </th>
              </tr>
            </thead>
            <tbody>
              {paddings.map((one) => (
                <tr key={one.name} className="border-line border-t">
                  <th scope="row" className="px-2 py-1 text-left font-normal">
                    {paddingWords(one.name)}
                  </th>
                  <td className={CELL}>{formatCount(one.tokens)}</td>
                  <td className={CELL}>{formatCount(one.published)}</td>
                  <td className={CELL}>{formatCount(one.difference)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Queried>
  );
}
