/** Floating panels and the items of menus share one look. */
export const PANEL =
  "border-line bg-raised shadow-float z-40 rounded border text-sm focus:outline-none";
export const MENU_ITEM =
  "data-highlighted:bg-accent-soft flex cursor-default items-baseline gap-2 rounded px-2 py-1.5 outline-none select-none";
