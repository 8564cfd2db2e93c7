"use client";
import { X } from "lucide-react";
import { SeriesSwatch } from "@/components/charts/marker-sign";
import type { ViewNavigation } from "@/components/hooks/use-view-state";
import type { CompareSide, SideChoice } from "@/lib/chart-models/compare-sides";
import { MAX_SIDES } from "@/lib/view-state/state";
import { Choice } from "../shared/choice";
import { Select } from "../shared/select";

interface SidePickerProps extends Pick<ViewNavigation, "state" | "update"> {
  readonly choice: SideChoice;
}

const asOption = ({ id, label }: SideChoice["options"][number]) => ({ value: id, label });

/** What is compared: models or runs, the base first, two to six of them. */
export function SidePicker({ state, update, choice }: SidePickerProps) {
  const { options, sides } = choice;
  const ids = sides.map((side) => side.id);
  const free = options.filter((option) => !ids.includes(option.id));
  const put = (next: readonly string[]) => update({ sides: [...next] });
  return (
    <>
      <Choice
        label="Compare"
        value={state.by}
        options={[
          { value: "model", label: "Models" },
          { value: "run", label: "Runs" },
        ]}
        onChange={(by) => update({ by, sides: [] })}
      />
      {sides.map((side, place) => (
        <SideSlot
          key={place}
          side={side}
          place={place}
          options={options.filter((option) => option.id === side.id || !ids.includes(option.id))}
          removable={sides.length > 2}
          onChange={(id) => put(ids.map((other, i) => (i === place ? id : other)))}
          onRemove={() => put(ids.filter((other) => other !== side.id))}
          onBase={() => put([side.id, ...ids.filter((other) => other !== side.id)])}
        />
      ))}
      {free.length > 0 && sides.length < MAX_SIDES && (
        <Select
          label={`Add a ${state.by}`}
          quiet
          value=""
          options={[{ id: "", label: `Add a ${state.by} …` }, ...free].map(asOption)}
          onChange={(id) => put([...ids, id])}
        />
      )}
    </>
  );
}

interface SideSlotProps {
  readonly side: CompareSide;
  readonly place: number;
  readonly options: SideChoice["options"];
  readonly removable: boolean;
  readonly onChange: (id: string) => void;
  readonly onRemove: () => void;
  readonly onBase: () => void;
}

function SideSlot({ side, place, options, removable, onChange, onRemove, onBase }: SideSlotProps) {
  return (
    <span className="flex items-center gap-1 text-sm">
      <Select
        label={place === 0 ? "Base" : `Side ${place}`}
        sign={<SeriesSwatch style={side.style} />}
        value={side.id}
        options={options.map(asOption)}
        onChange={onChange}
      />
      {place > 0 && (
        <button
          type="button"
          onClick={onBase}
          aria-label={`Make ${side.label} the base`}
          className="text-muted hover:text-ink rounded px-1 text-xs underline-offset-2 hover:underline"
        >
          base
        </button>
      )}
      {removable && (
        <button
          type="button"
          onClick={onRemove}
          aria-label={`Remove ${side.label}`}
          className="text-muted hover:text-ink rounded p-0.5"
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
