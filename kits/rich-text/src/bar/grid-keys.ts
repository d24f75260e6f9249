import type { KeyboardEvent } from "react";

/** Arrow keys, Home and End among buttons that stand in rows. */
export function moveInGrid(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: at - (at % columns),
    End: Math.min(all.length - 1, at - (at % columns) + columns - 1),
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  all[to]?.focus();
}
