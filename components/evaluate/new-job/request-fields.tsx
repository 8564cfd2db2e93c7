"use client";
import { at, numberAt, problemAt } from "./reading";
import { NumberField } from "../fields";
import type { SpecState } from "./use-spec";

interface Numbered {
  readonly path: readonly [string, string];
  readonly label: string;
  readonly otherwise: number | null;
  readonly placeholder?: string;
}

const DECODING: readonly Numbered[] = [
  { path: ["decoding", "max_tokens"], label: "Answer tokens at most", otherwise: null },
  {
    path: ["decoding", "temperature"],
    label: "Temperature",
    otherwise: null,
    placeholder: "the host’s own",
  },
  { path: ["decoding", "top_p"], label: "top p", otherwise: null, placeholder: "the host’s own" },
  {
    path: ["decoding", "seed"],
    label: "Seed of the host",
    otherwise: null,
    placeholder: "none is sent",
  },
];
const LIMITS: readonly Numbered[] = [
  { path: ["limits", "concurrency"], label: "Requests at once", otherwise: 4 },
  { path: ["limits", "timeout_seconds"], label: "Seconds for a request", otherwise: 1800 },
  { path: ["limits", "attempts"], label: "Tries of a request", otherwise: 5 },
];
const TARGETS: readonly Numbered[] = [
  {
    path: ["adaptive", "trial_target"],
    label: "Half-width over trials that is enough",
    otherwise: null,
    placeholder: "the rule’s own",
  },
  {
    path: ["adaptive", "item_target"],
    label: "Half-width over items that is enough",
    otherwise: null,
    placeholder: "the rule’s own",
  },
];

function Numbers({
  spec,
  fields,
}: {
  readonly spec: SpecState;
  readonly fields: readonly Numbered[];
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-4">
      {fields.map(({ path, label, otherwise, placeholder }) => (
        <NumberField
          key={path.join(".")}
          label={label}
          placeholder={placeholder}
          value={numberAt(spec.shown, path, otherwise)}
          // Limits have no null: nothing there means the usual one.
          onChange={(value) =>
            spec.set([...path], value ?? (path[0] === "limits" ? undefined : null))
          }
          problem={problemAt(spec.read.problems, path)}
        />
      ))}
    </div>
  );
}

/** Decoding, limits of the requests, and the rule that stops cells early. */
export function RequestFields({ spec }: { readonly spec: SpecState }) {
  const adaptive = at(spec.shown, ["adaptive"]);
  const stops = adaptive !== undefined && adaptive !== null;
  return (
    <div className="space-y-3">
      <Numbers spec={spec} fields={DECODING} />
      <Numbers spec={spec} fields={LIMITS} />
      <label className="flex items-center gap-1.5 text-sm">
        <input
          type="checkbox"
          checked={stops}
          onChange={(event) =>
            spec.set(
              ["adaptive"],
              event.target.checked ? { trial_target: null, item_target: null } : null,
            )
          }
        />
        Stop a cell once more trials cannot tell more
      </label>
      {stops && <Numbers spec={spec} fields={TARGETS} />}
    </div>
  );
}
