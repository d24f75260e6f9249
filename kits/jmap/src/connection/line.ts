import type { StateChange } from "@atrium/contract/types/wire";
import { Unreachable } from "./errors.ts";
import type { Reachability } from "./reachability.ts";
import type { PushListener } from "./transport.ts";
import type { Windows } from "./windows.ts";

/** What the window with the push line tells the others. */
export type LineMessage =
  | { readonly kind: "changed"; readonly states: StateChange["changed"] }
  | { readonly kind: "catchUp" | "refused" };

export interface LineListener {
  changed(states: StateChange["changed"]): void;
  /** Pushes may have been missed. */
  catchUp(): void;
  /** The server refuses to push. */
  refused(): void;
}

/** The server's pushes, however many windows hear them. */
export interface Line {
  /** Hears pushes from now on, if it does not already. */
  dial(): void;
  hangUp(): void;
  /** What the window that has the line tells. */
  hear(message: LineMessage): void;
}

export interface LineOptions {
  /** Connects to the server; answers how to end it. */
  readonly open: (listener: PushListener) => Promise<() => void>;
  readonly reach: Reachability;
  /** The windows that share the line; `undefined` when this one has its own. */
  readonly windows: Pick<Windows<LineMessage>, "tell" | "lead"> | undefined;
}

/** Milliseconds after the line stands, when what changed before that is asked for: nobody was told of it. */
const AFTER_OPENING = 2000;

/** One line for all windows: one of them listens to the server and tells the others; when it is gone, another does. */
export function createLine(listener: LineListener, { open, reach, windows }: LineOptions): Line {
  let end: (() => void) | undefined;

  /** Listens to the server itself. */
  function listen(isTakeover: boolean): () => void {
    let isOver = false;
    let stop: (() => void) | undefined;
    let unwatch: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const catchUp = (): void => {
      windows?.tell({ kind: "catchUp" });
      listener.catchUp();
    };
    const pushes: PushListener = {
      changed(states) {
        windows?.tell({ kind: "changed", states });
        listener.changed(states);
      },
      opened() {
        // The window that had the line may have been gone for a while.
        if (isTakeover) catchUp();
        else timer = setTimeout(() => listener.catchUp(), AFTER_OPENING);
      },
      reconnected: catchUp,
      refused() {
        windows?.tell({ kind: "refused" });
        listener.refused();
      },
    };
    async function connect(): Promise<void> {
      try {
        const close = await open(pushes);
        if (isOver) close();
        else stop = close;
      } catch (error) {
        // After a new sign-in it is dialled anew.
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
    dial() {
      end ??= windows ? windows.lead(listen) : listen(false);
    },
    hangUp() {
      end?.();
      end = undefined;
    },
    hear(message) {
      if (message.kind === "changed") listener.changed(message.states);
      else listener[message.kind]();
    },
  };
}
