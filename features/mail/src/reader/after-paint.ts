/**
 * Does something once what was just drawn is painted, so that nobody waits for it; in a window that nobody sees, and that
 * is not painted, at once. Answers what calls it off.
 */
export function afterPaint(act: () => void): () => void {
  if (document.visibilityState === "hidden") {
    act();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
