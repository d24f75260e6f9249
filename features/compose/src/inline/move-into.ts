/**
 * Moves an element to another parent with everything in it: the focus and how far it was scrolled, which a browser without
 * `moveBefore` would forget, and what `hold` answers to put back.
 */
export function moveInto(
  element: HTMLElement,
  parent: HTMLElement,
  hold: (() => (() => void) | undefined) | undefined,
): void {
  if (element.parentNode === parent) return;
  const { activeElement } = document;
  const focused =
    activeElement instanceof HTMLElement && element.contains(activeElement) ? activeElement : null;
  const scrolled = [...element.querySelectorAll(".compose-scroll")].map(
    (one) => [one, one.scrollTop] as const,
  );
  const putBack = hold?.();
  if ("moveBefore" in parent && element.isConnected && parent.isConnected)
    parent.moveBefore(element, null);
  else parent.append(element);
  focused?.focus({ preventScroll: true });
  for (const [one, top] of scrolled) one.scrollTop = top;
  putBack?.();
}
