import type { Adapters } from "./adapters.ts";

/**
 * Attaches something by the library of dragging, which comes when the first element asks for it: a window is drawn before
 * anything in it can be dragged. Answers what takes it away again.
 * @param first what has to be here before; whether it failed is its own affair
 */
export function attachLater(
  attach: (adapters: Adapters) => () => void,
  first?: () => Promise<unknown>,
): () => void {
  let stop: (() => void) | undefined;
  let isGone = false;
  const begin = async (): Promise<void> => {
    await first?.().catch(() => undefined);
    if (isGone) return;
    const { adapters } = await import("./adapters.ts");
    if (!isGone) stop = attach(adapters);
  };
  // Without it everything is done by key and by menu.
  begin().catch(() => undefined);
  return () => {
    isGone = true;
    stop?.();
  };
}
