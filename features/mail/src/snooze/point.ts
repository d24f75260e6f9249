/** Where a menu opens, in CSS pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Right below an element, where a menu about it belongs. */
export function below(element: Element): Point {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}

/**
 * Below the button for it (`data-act`) where one is in sight, else on the row that the keyboard is on, else in the middle.
 */
export function whereToAsk(act: "snooze" | "move" | "label", list?: Element | null): Point {
  const button = [...document.querySelectorAll(`[data-act=${act}]`)].find(
    (one) => one.getClientRects().length > 0,
  );
  if (button) return below(button);
  return onActiveRow(list) ?? { x: innerWidth / 3, y: innerHeight / 3 };
}

/** On the row that the keyboard is on. */
export function onActiveRow(list?: Element | null): Point | undefined {
  const box = list?.querySelector("[data-active]")?.getBoundingClientRect();
  return box && { x: box.left + 24, y: box.top + 24 };
}
