/** Raised whenever windows of two releases could misunderstand each other. */
const PROTOCOL = 1;
/** Milliseconds after which a window that cannot be watched (no Web Locks: no secure context) counts as gone. */
const UNWATCHED = 60_000;

/** The windows of one browser in which one person is signed in, for the parts of the kit that act together. */
export interface Windows<Message> {
  /** This window's own name. */
  readonly id: string;
  /** Sends to all others, in order. */
  broadcast(message: Message): void;
  onMessage(listener: (message: Message) => void): void;
  /** Calls back when that window is closed, crashed or gone on to another page. */
  whenGone(id: string, then: () => void): void;
  /**
   * Does something in one window at a time: here at once when no other does it, else when its turn comes.
   * @param begin answers how to end it; it is passed whether another window did it before.
   * @returns gives it up.
   */
  lead(begin: (isTakeover: boolean) => () => void): () => void;
  close(): void;
}

/** Joins the other windows of this person. Where the browser lacks Web Locks, every window leads itself. */
export function joinWindows<Message>(person: string): Windows<Message> {
  const place = `atrium-jmap-${PROTOCOL}:${person}`;
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  const channel = new BroadcastChannel(place);
  const ended = new AbortController();
  const { signal } = ended;
  const id = [...crypto.getRandomValues(new Uint8Array(8))]
    .map((octet) => octet.toString(16).padStart(2, "0"))
    .join("");
  const lockOf = (window: string): string => `${place}:${window}`;
  const hold = (until: AbortSignal) => (): Promise<void> =>
    new Promise((resolve) => {
      if (until.aborted) resolve();
      else until.addEventListener("abort", () => resolve());
    });

  // Held for as long as this window lives; whoever else gets it knows that it is gone.
  locks?.request(lockOf(id), hold(signal)).catch(() => undefined);

  return {
    id,
    broadcast(message) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
      if (!signal.aborted) channel.postMessage(message);
    },
    onMessage: (listener) =>
      channel.addEventListener("message", ({ data }: MessageEvent<Message>) => listener(data)),
    whenGone(window, then) {
      if (!locks) {
        const timer = setTimeout(then, UNWATCHED);
        signal.addEventListener("abort", () => clearTimeout(timer));
        return;
      }
      locks
        .request(lockOf(window), { mode: "shared", signal }, () => {
          if (!signal.aborted) then();
        })
        .catch(() => undefined);
    },
    lead(begin) {
      if (!locks) return begin(false);
      const over = new AbortController();
      const until = AbortSignal.any([over.signal, signal]);
      const work = (isTakeover: boolean) => async (): Promise<void> => {
        if (until.aborted) return;
        const end = begin(isTakeover);
        await hold(until)();
        end();
      };
      const take = async (): Promise<void> => {
        const isDone = await locks.request(
          `${place}/leader`,
          { ifAvailable: true },
          async (lock) => {
            if (lock) await work(false)();
            return lock !== null;
          },
        );
        if (!isDone) await locks.request(`${place}/leader`, { signal: until }, work(true));
      };
      take().catch(() => undefined);
      return () => over.abort();
    },
    close() {
      ended.abort();
      channel.close();
    },
  };
}
