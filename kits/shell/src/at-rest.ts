/** Milliseconds after what the window was opened for stands. */
const REST = 1000;
/** However long that takes, and however busy the window is. */
const LATE = 6000;

/**
 * Comes when the window has nothing better to do: what it may need later can be fetched then.
 * @param shown what the window was opened for.
 */
export async function atRest(shown: Promise<unknown>): Promise<void> {
  await Promise.race([shown.then(() => pause(REST)), pause(LATE)]);
  await new Promise<void>((resolve) => {
    // Safari has no such thing.
    if (typeof requestIdleCallback === "function")
      requestIdleCallback(() => resolve(), { timeout: LATE });
    else resolve();
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
