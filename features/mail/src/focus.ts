/** Whether nothing has the focus, as when what had it is gone. */
export const hasFocusNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** What closes gives the focus back to what it came from, in the next frame, where that is still there. */
export function afterFocusReturns(action: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(action));
}
