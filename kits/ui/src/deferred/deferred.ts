import { useCallback, useState, type ComponentType } from "react";
import { t } from "../strings/index.ts";
import { toast } from "../toast/toasts.ts";

/** A part of the kit that is loaded when it is first needed. */
export interface Deferred<Props> {
  /** The component once it is here. */
  readonly Part: ComponentType<Props> | undefined;
  /** Starts loading; call it on hover and focus, so that it is here when it is needed. */
  readonly prepare: () => void;
}

/**
 * Loads a heavier part apart from the core. What does not load says so in a toast and is asked for
 * again at the next try; the rest of the window does not notice.
 */
export function deferred<Props>(load: () => Promise<ComponentType<Props>>): () => Deferred<Props> {
  let part: ComponentType<Props> | undefined;
  let flight: Promise<void> | undefined;
  const fetchPart = async (): Promise<void> => {
    try {
      part = await load();
    } catch {
      flight = undefined;
      toast({ severity: "danger", message: t("couldNotLoad"), timeout: 8000 });
    }
  };
  return () => {
    const [, redraw] = useState(0);
    const prepare = useCallback(() => {
      if (part !== undefined) return;
      flight ??= fetchPart();
      void flight.then(() => redraw((count) => count + 1));
    }, []);
    return { Part: part, prepare };
  };
}
