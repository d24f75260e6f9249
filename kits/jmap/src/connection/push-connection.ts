import type { StateChange } from "@atrium/contract/types/wire";
import { Unreachable } from "./errors.ts";
import type { Reachability } from "./reachability.ts";
import type { PushListener } from "./transport.ts";
import type { Windows } from "./windows.ts";

/** What the window with the push connection sends the others. */
export type PushMessage =
  | { readonly kind: "changed"; readonly states: StateChange["changed"] }
  | { readonly kind: "catchUp" | "refused" };

export interface PushConnectionListener {
  changed(states: StateChange["changed"]): void;
  /** Pushes may have been missed. */
  catchUp(): void;
  /** The server refuses to push. */
  refused(): void;
}

/** The server's pushes, however many windows receive them. */
export interface PushConnection {
  /** Receives pushes from now on, if it does not already. */
  connect(): void;
  close(): void;
  /** What the window that has the connection sends. */
  receive(message: PushMessage): void;
}

export interface PushConnectionOptions {
  /** Connects to the server; answers how to end it. */
  readonly open: (listener: PushListener) => Promise<() => void>;
  readonly reach: Reachability;
  /** The windows that share the connection; `undefined` when this one has its own. */
  readonly windows: Pick<Windows<PushMessage>, "broadcast" | "lead"> | undefined;
}

/** Milliseconds after the connection stands, when what changed before that is asked for: no window was notified of it. */
const AFTER_OPENING = 2000;

/** One connection for all windows: one of them listens to the server and notifies the others; when it is gone, another does. */
export function createPushConnection(
  listener: PushConnectionListener,
  { open, reach, windows }: PushConnectionOptions,
): PushConnection {
  let end: (() => void) | undefined;

  /** Listens to the server itself. */
  function listen(isTakeover: boolean): () => void {
    let isOver = false;
    let stop: (() => void) | undefined;
    let unwatch: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const catchUp = (): void => {
      windows?.broadcast({ kind: "catchUp" });
      listener.catchUp();
    };
    const pushes: PushListener = {
      changed(states) {
        windows?.broadcast({ kind: "changed", states });
        listener.changed(states);
      },
      opened() {
        // The window that had the connection may have been gone for a while.
        if (isTakeover) catchUp();
        else timer = setTimeout(catchUp, AFTER_OPENING);
      },
      reconnected: catchUp,
      refused() {
        windows?.broadcast({ kind: "refused" });
        listener.refused();
      },
    };
    async function connect(): Promise<void> {
      try {
        const close = await open(pushes);
        if (isOver) close();
        else stop = close;
      } catch (error) {
        // After a new sign-in it is opened again.
        if (isOver || !(error instanceof Unreachable)) return;
        unwatch = reach.watch(() => {
          unwatch?.();
          if (!isOver) void connect();
        });
      }
    }
    void connect();
    return () => {
      isOver = true;
      clearTimeout(timer);
      unwatch?.();
      stop?.();
    };
  }

  return {
    connect() {
      end ??= windows ? windows.lead(listen) : listen(false);
    },
    close() {
      end?.();
      end = undefined;
    },
    receive(message) {
      if (message.kind === "changed") listener.changed(message.states);
      else listener[message.kind]();
    },
  };
}
