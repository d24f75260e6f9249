let done: () => void;

/** Comes when the window shows its first list: what nobody needs before may be fetched then. */
export const listShown = new Promise<void>((resolve) => (done = resolve));

export function noteListShown(): void {
  done();
}
