/** A link of a mail as it is pointed at. */
export interface ShownLink {
  readonly address: string;
  /** What the mail calls it. */
  readonly words: string;
  /** Held with a finger: it stays until it is closed. */
  readonly isHeld?: boolean;
  /** Instead of following it. */
  readonly onOpen?: () => void;
}

let shown: ShownLink | undefined;
const listeners = new Set<() => void>();

/** Shows where a link in a mail really leads, or nothing. One that is held goes only when it is closed. */
export function showLink(link: ShownLink | undefined): void {
  // Lifting the finger focuses the link, and points at it.
  if (shown?.isHeld && !link?.isHeld) return;
  set(link);
}

function set(link: ShownLink | undefined): void {
  const isSame = (["address", "words", "isHeld", "onOpen"] as const).every(
    (name) => shown?.[name] === link?.[name],
  );
  if (isSame) return;
  shown = link;
  for (const listener of listeners) listener();
}

/** One that is held too. */
export const closeLink = (): void => set(undefined);

export const shownLink = (): ShownLink | undefined => shown;

export function onLinkShown(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
