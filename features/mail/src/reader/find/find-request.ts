let opener: (() => void) | undefined;

/** The open conversation says how its bar is opened. Returns the end of it. */
export function offerFind(open: () => void): () => void {
  opener = open;
  return () => {
    if (opener === open) opener = undefined;
  };
}

/** Opens the bar of the open conversation, from elsewhere. */
export function askToFind(): void {
  opener?.();
}
