import { expect, it } from "vitest";
import { controlAt } from "./enter-key";

interface Control {
  readonly role?: string;
  readonly pressed?: boolean;
  /** Whether it stands in the item. */
  readonly inside?: boolean;
}

/** A button as the focus finds it. */
function button({ role, pressed, inside = true }: Control): HTMLElement {
  const own: Record<string, unknown> = {
    getAttribute: () => role ?? null,
    hasAttribute: () => pressed !== undefined,
    closest: (selector: string) => (selector === "article" && !inside ? null : own),
  };
  return own as unknown as HTMLElement;
}

it("locks from an option, and from what was just said with the mouse", () => {
  expect(controlAt(button({ role: "checkbox" }), false)).toBeNull();
  expect(controlAt(button({ pressed: true }), false)).toBeNull();
  expect(controlAt(button({ pressed: false }), false)).toBeNull();
});

it("acts on every other control, and on what is said once the answer is locked", () => {
  for (const [control, locked] of [
    [button({}), false],
    [button({ pressed: true, inside: false }), false],
    [button({ pressed: true }), true],
  ] as const)
    expect(controlAt(control, locked)).toBe(control);
});

it("has no control to act on elsewhere", () => {
  const text = { closest: () => null } as unknown as Element;
  expect(controlAt(text, false)).toBeNull();
});
