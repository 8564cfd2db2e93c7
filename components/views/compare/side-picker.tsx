"use client";
import { ChevronDown, X } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import { SeriesSwatch } from "@/components/charts/marker-sign";
import { Button } from "@/components/ui/button";
import { MENU_ITEM, PANEL } from "@/components/ui/menu-styles";
import type { HistoryStep, ViewNavigation } from "@/components/hooks/use-view-state";
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
  const put = (next: readonly string[], how?: HistoryStep) => update({ sides: [...next] }, how);
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
          onChange={(id, how) =>
            put(
              ids.map((other, i) => (i === place ? id : other)),
              how,
            )
          }
          onRemove={(button) => {
            // The last slot goes, and its button with it: who came by keyboard goes on at a slot that
            // stays.
            const slot = button.parentElement;
            const stays = place < sides.length - 1 ? slot : slot?.previousElementSibling;
            stays?.querySelector("select")?.focus();
            put(ids.filter((other) => other !== side.id));
          }}
          onBase={() => put([side.id, ...ids.filter((other) => other !== side.id)])}
        />
      ))}
      <AddSide
        what={state.by}
        options={free}
        full={sides.length >= MAX_SIDES}
        onAdd={(id) => put([...ids, id])}
      />
    </>
  );
}

interface AddSideProps {
  readonly what: string;
  readonly options: SideChoice["options"];
  readonly full: boolean;
  readonly onAdd: (id: string) => void;
}

/** A menu: a closed select acts on every arrow key, and each would add one. */
function AddSide({ what, options, full, onAdd }: AddSideProps) {
  const [open, setOpen] = useState(false);
  const none = full
    ? `At most ${MAX_SIDES} are compared`
    : options.length === 0
      ? `Every ${what} in view is compared`
      : null;
  return (
    <DropdownMenu.Root
      modal={false}
      open={open}
      onOpenChange={(next) => setOpen(next && none === null)}
    >
      <DropdownMenu.Trigger asChild>
        {/* It stays where nothing can be added, so that the focus does. */}
        <Button aria-disabled={none !== null} title={none ?? undefined}>
          Add a {what} <ChevronDown size={14} aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className={`${PANEL} max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto p-1`}
        >
          {options.map((option) => (
            <DropdownMenu.Item
              key={option.id}
              className={`${MENU_ITEM} [overflow-wrap:anywhere]`}
              onSelect={() => onAdd(option.id)}
            >
              {option.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface SideSlotProps {
  readonly side: CompareSide;
  readonly place: number;
  readonly options: SideChoice["options"];
  readonly removable: boolean;
  readonly onChange: (id: string, how: HistoryStep) => void;
  readonly onRemove: (button: HTMLElement) => void;
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
          onClick={(event) => onRemove(event.currentTarget)}
          aria-label={`Remove ${side.label}`}
          className="text-muted hover:text-ink rounded p-0.5"
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
