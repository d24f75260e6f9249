/** Milliseconds that the network waits for what is persisted. */
const PATIENCE = 300;
/** The same where there is no network: only a storage that is broken takes longer. */
export const LONG_PATIENCE = 10_000;

/** What comes from the browser's own storage, or nothing when that takes longer than the network might. */
export async function soon<T>(work: Promise<T>, patience = PATIENCE): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, patience, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
