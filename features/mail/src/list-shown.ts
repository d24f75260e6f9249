let done: () => void;

/** Comes when the window shows its first list: what nobody needs before may be fetched then. */
export const listShown = new Promise<void>((resolve) => (done = resolve));

let wasShown = false;

export const hasShownList = (): boolean => wasShown;

export function noteListShown(): void {
  wasShown = true;
  done();
}
