/** How far the page keys go in a list to pick from. */
const PAGE = 8;

/** Where a key leads in a list of so many from the current one; `undefined` for keys that do not move. */
export function pickerStep(key: string, current: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(current + step, count - 1));
}
