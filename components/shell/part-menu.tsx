"use client";
import { ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Button } from "@/components/ui/button";
import { MENU_ITEM, PANEL } from "@/components/ui/menu-styles";
import { apiPath } from "@/lib/snapshot/api";

interface PartMenuProps {
  readonly label: string;
  readonly entries: readonly {
    readonly href: string;
    readonly label: string;
    readonly question: string;
  }[];
}

/**
 * Pages of the other part of the product, each with its question. They are loaded anew: the explorer
 * then opens the present data.
 */
export function PartMenu({ label, entries }: PartMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant="quiet">
          {label} <ChevronDown size={14} aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={4} className={`${PANEL} p-1`}>
          {entries.map((entry) => (
            <DropdownMenu.Item key={entry.href} asChild>
              <a href={apiPath(entry.href.slice(1))} className={MENU_ITEM}>
                <span className="w-20 font-medium">{entry.label}</span>
                <span className="text-muted">{entry.question}</span>
              </a>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
