"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { DropdownMenu } from "radix-ui";
import { Button } from "@/components/ui/button";
import { MENU_ITEM, PANEL } from "@/components/ui/menu-styles";

const THEMES = [
  { id: "system", label: "As the system", Icon: Monitor },
  { id: "light", label: "Light", Icon: Sun },
  { id: "dark", label: "Dark", Icon: Moon },
] as const;

export function ThemeToggle() {
  const { theme = "system", setTheme } = useTheme();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button variant="quiet" aria-label="Theme" title="Theme">
          {/* Both are drawn and CSS picks one: the server does not know the theme. */}
          <Sun size={16} aria-hidden className="dark:hidden" />
          <Moon size={16} aria-hidden className="hidden dark:block" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={`${PANEL} p-1`}>
          <DropdownMenu.RadioGroup value={theme} onValueChange={setTheme}>
            {THEMES.map(({ id, label, Icon }) => (
              <DropdownMenu.RadioItem
                key={id}
                value={id}
                className={`${MENU_ITEM} items-center data-[state=checked]:font-semibold`}
              >
                <Icon size={14} aria-hidden /> {label}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
