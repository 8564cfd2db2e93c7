"use client";
import { Hint } from "@/components/ui/hint";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { Value } from "@/components/ui/value";
import type { MechanismCell, MechanismLine } from "@/lib/chart-models/padding-diagnostics";
import { paddingName } from "@/lib/chart-models/padding-groups";
import type { MechanismModel } from "@/lib/chart-models/padding-mechanism";
import type { Select } from "@/lib/chart-models/series";

interface MechanismTableProps {
  readonly model: MechanismModel;
  /** Marks the table as simulated. */
  readonly badge: boolean;
  readonly onSelect: (select: Select) => void;
}

/** Two paddings of one model: a line a diagnostic, with the difference. */
export function MechanismTable({ model, badge, onSelect }: MechanismTableProps) {
  const sides = [
    { label: paddingName(model.a), select: model.selectA },
    { label: paddingName(model.b), select: model.selectB },
  ];
  return (
    <div
      role="region"
      aria-label={`Diagnostics of ${model.title}: ${sides.map(({ label }) => label).join(" and ")}`}
      tabIndex={0}
      className="border-line bg-surface overflow-x-auto rounded border"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="px-1.5 pt-1.5 pb-1 text-left font-semibold">
          {model.title} {badge && <SimulatedBadge />}
        </caption>
        <thead>
          <tr className="text-muted [&>*]:border-line [&>*]:border-b [&>*]:px-1.5 [&>*]:py-1 [&>*]:align-bottom [&>*]:font-medium">
            <th scope="col" className="text-left">
              Diagnostic
            </th>
            {sides.map(({ label, select }) => (
              <th key={label} scope="col" className="text-right">
                <button
                  type="button"
                  title="Open the responses"
                  onClick={() => onSelect(select)}
                  className="hover:text-accent rounded text-right underline-offset-2 hover:underline"
                >
                  {label}
                </button>
              </th>
            ))}
            <th scope="col" className="text-right">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {model.lines.map((line) => (
            <tr
              key={line.id}
              className="hover:bg-sunken [&>*]:border-line [&:not(:first-child)>*]:border-t [&>*]:px-1.5 [&>*]:py-1 [&>*]:align-top"
            >
              <th scope="row" className="text-left font-normal">
                <LineName line={line} />
              </th>
              {([line.a, line.b, line.difference] as const).map((cell, i) => (
                <td key={i} className="tabular text-right whitespace-nowrap">
                  <Content cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LineName({ line }: { readonly line: MechanismLine }) {
  if (line.hint === undefined) return <>{line.label}</>;
  return (
    <Hint text={line.hint}>
      <button
        type="button"
        className="decoration-line-strong cursor-help rounded text-left underline decoration-dotted underline-offset-2"
      >
        {line.label}
      </button>
    </Hint>
  );
}

function Content({ cell }: { readonly cell: MechanismCell }) {
  return (
    <>
      {cell.reason === undefined ? (
        cell.text
      ) : (
        <Value value={null} format={String} reason={cell.reason} />
      )}
      {cell.aside !== undefined && <span className="text-muted block text-xs">{cell.aside}</span>}
    </>
  );
}
