import { useSyncExternalStore, type ReactNode } from "react";
import { t } from "../strings/index.ts";

let shown: string | undefined;
const listeners = new Set<() => void>();

/** Shows where a link in a mail really leads, or nothing. */
export function showLink(address: string | undefined): void {
  if (shown === address) return;
  shown = address;
  for (const listener of listeners) listener();
}

/** The place at the foot of the reader where a link's target is read before it is followed. */
export function LinkHint(): ReactNode {
  const address = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  if (address === undefined) return null;
  return (
    <div className="mail-link-hint" role="status">
      <span className="a-hidden">{t("leadsTo")}</span>
      <bdi>{address}</bdi>
    </div>
  );
}
