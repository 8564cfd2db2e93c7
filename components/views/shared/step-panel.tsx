import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/number";

interface IconButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <Button variant="quiet" aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}

/** Where an open row stands in its list, and how to leave it. */
export interface Steps {
  /** Place in the list; null where the list leaves this row out. */
  readonly index: number | null;
  readonly total: number;
  readonly onMove: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

interface StepPanelProps extends Steps {
  readonly title: ReactNode;
  /** What stands before the place, such as N and trial. */
  readonly about: ReactNode;
  /** What a row of the list is, in the singular. */
  readonly what: string;
  /** Said in place of the place where the list leaves this row out. */
  readonly absent: string;
  readonly children: ReactNode;
}

/** An open row of a list: its name and place, ways to the next ones, and what is told of it. */
export function StepPanel({
  title,
  about,
  what,
  absent,
  index,
  total,
  onMove,
  onClose,
  children,
}: StepPanelProps) {
  return (
    <div className="flex h-full flex-col">
      <header className="border-line flex items-start justify-between gap-2 border-b p-3">
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]">{title}</h2>
          <p className="text-muted text-xs [overflow-wrap:anywhere]">
            {about}
            {index === null ? absent : `${formatCount(index + 1)} of ${formatCount(total)}`}
          </p>
        </div>
        <div className="flex shrink-0">
          <IconButton label={`Previous ${what} (k)`} disabled={!index} onClick={() => onMove(-1)}>
            <ChevronUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label={`Next ${what} (j)`}
            disabled={index === null || index + 1 >= total}
            onClick={() => onMove(1)}
          >
            <ChevronDown size={16} aria-hidden />
          </IconButton>
          <IconButton label="Close (esc)" onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </header>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-3">{children}</div>
    </div>
  );
}
