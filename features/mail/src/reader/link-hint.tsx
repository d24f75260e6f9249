import {
  Button,
  CloseIcon,
  CopyIcon,
  IconButton,
  OpenOutsideIcon,
  toast,
  WarningIcon,
} from "@atrium/ui";
import { useLayer } from "@atrium/state";
import { useSyncExternalStore, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { otherAddress } from "./link-words.ts";
import { r } from "./strings/index.ts";
import { writeTo } from "./write-to.ts";

/** A link of a mail as it is pointed at. */
export interface ShownLink {
  readonly address: string;
  /** What the mail calls it. */
  readonly words: string;
  /** Held with a finger: it stays until it is closed. */
  readonly isHeld?: boolean;
}

let shown: ShownLink | undefined;
const listeners = new Set<() => void>();

/** Shows where a link in a mail really leads, or nothing. One that is held goes only when it is closed. */
export function showLink(link: ShownLink | undefined): void {
  if (shown?.isHeld && link === undefined) return;
  set(link);
}

function set(link: ShownLink | undefined): void {
  if (shown?.address === link?.address && shown?.isHeld === link?.isHeld) return;
  shown = link;
  for (const listener of listeners) listener();
}

const close = (): void => set(undefined);

/** The place at the foot of the reader where a link's target is read before it is followed. */
export function LinkHint(): ReactNode {
  const link = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  useLayer(link?.isHeld === true, close);
  if (link === undefined) return null;
  const named = otherAddress(link.words, link.address);
  const warning = named !== undefined && (
    <span className="mail-link-warning">
      <WarningIcon />
      {r("linkDiffers", { shown: named })}
    </span>
  );
  if (!link.isHeld)
    return (
      <div className="mail-link-hint" role="status">
        {warning}
        <span className="a-hidden">{t("leadsTo")}</span>
        <bdi>{link.address}</bdi>
      </div>
    );
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(link.address);
    toast(r("copied"));
  };
  return (
    <div className="mail-link-hint" data-held="" role="dialog" aria-label={r("linkTo")}>
      <div className="mail-link-held-head">
        <strong>{r("linkTo")}</strong>
        <IconButton label={r("close")} size="small" icon={<CloseIcon />} onClick={close} />
      </div>
      {warning}
      <bdi>{link.address}</bdi>
      <div className="mail-link-held-actions">
        <Button icon={<CopyIcon />} onClick={() => void copy().then(close, close)}>
          {r("copyLink")}
        </Button>
        <Button
          icon={<OpenOutsideIcon />}
          onClick={() => {
            if (!writeTo(link.address)) window.open(link.address, "_blank", "noopener,noreferrer");
            close();
          }}
        >
          {r("openLink")}
        </Button>
      </div>
    </div>
  );
}
