import { dismissToast, toast, type Toast } from "../toast/toasts.ts";
import { t } from "../strings/index.ts";

/** The latest actions of this window that can be undone. */
const done: (() => void)[] = [];
const MOST = 20;

/** Remembers how an action is undone, for the key that does. It is undone once, and not after it was withdrawn. */
export function registerUndo(onTake: () => void): {
  readonly take: () => void;
  readonly withdraw: () => boolean;
} {
  const withdraw = (): boolean => {
    const at = done.indexOf(take);
    if (at >= 0) done.splice(at, 1);
    return at >= 0;
  };
  // By its key or a second click: the offer may have been used already.
  const take = (): void => {
    if (withdraw()) onTake();
  };
  done.push(take);
  if (done.length > MOST) done.shift();
  return { take, withdraw };
}

/** Undoes the latest action that can be; answers whether there was one. */
export function undoLatest(): boolean {
  const last = done.at(-1);
  last?.();
  return last !== undefined;
}

/**
 * Shows what was done with a button that undoes it, as the key does.
 * @param until milliseconds since 1970 until which it can be undone; without it as long as the toast is in sight.
 * @returns what withdraws the offer, and answers whether it still stood.
 */
export function offerUndo({
  onUndo,
  ...said
}: Pick<Toast, "message" | "severity" | "until"> & { readonly onUndo: () => void }): () => boolean {
  const { take, withdraw } = registerUndo(() => {
    dismissToast(offer);
    onUndo();
  });
  const offer = toast({ ...said, action: { label: t("undo"), onAct: take } });
  if (said.until !== undefined) setTimeout(withdraw, said.until - Date.now());
  return () => {
    const stood = withdraw();
    if (stood) dismissToast(offer);
    return stood;
  };
}
