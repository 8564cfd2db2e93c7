"use client";
import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { DropdownMenu } from "radix-ui";
import { EVALUATE_PAGES } from "@/components/evaluate/shell/pages";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { MENU_ITEM, PANEL } from "@/components/ui/menu-styles";
import { IS_SITE } from "@/lib/http/hosting";
import { COMMON, VIEW_GROUPS, VIEW_LABELS } from "./views";

/** A narrow screen has room for one menu. */
function EvaluateEntries() {
  return (
    <DropdownMenu.Group className="sm:hidden">
      <DropdownMenu.Label className="text-muted border-line mt-1 border-t px-2 pt-2 text-xs">
        Evaluate
      </DropdownMenu.Label>
      {EVALUATE_PAGES.map((page) => (
        <DropdownMenu.Item key={page.href} asChild>
          <a href={page.href} className={MENU_ITEM}>
            <span className="w-20 font-medium">{page.label}</span>
            <span className="text-muted">{page.question}</span>
          </a>
        </DropdownMenu.Item>
      ))}
    </DropdownMenu.Group>
  );
}

/** The part of the product that looks at records; each view with its question. */
export function ExploreMenu() {
  const { hrefOfView } = useViewState();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant="quiet">
          Explore <ChevronDown size={14} aria-hidden />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          className={`${PANEL} max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto p-1`}
        >
          {[...VIEW_GROUPS, COMMON].map(({ label, about, views }) => (
            <DropdownMenu.Group key={label}>
              <DropdownMenu.Label className="text-muted px-2 pt-2 text-xs">
                {about}
              </DropdownMenu.Label>
              {views.map((view) => (
                <DropdownMenu.Item key={view} asChild>
                  <Link href={hrefOfView(view)} prefetch={false} className={MENU_ITEM}>
                    <span className="w-28 font-medium">{VIEW_LABELS[view].label}</span>
                    <span className="text-muted">{VIEW_LABELS[view].question}</span>
                  </Link>
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
          {!IS_SITE && <EvaluateEntries />}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
