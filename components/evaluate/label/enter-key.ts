/**
 * The control that Enter acts on from where the focus is. None on what says the answer that is still
 * to be locked, which a click leaves with the focus: there Space toggles, and Enter locks.
 */
export function controlAt(target: Element, locked: boolean): HTMLElement | null {
  const control = target.closest<HTMLElement>("button, a, summary");
  if (!control || locked || !control.closest("article")) return control;
  const toggle =
    control.getAttribute("role") === "checkbox" || control.hasAttribute("aria-pressed");
  return toggle ? null : control;
}
