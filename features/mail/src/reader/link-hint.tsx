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
import { closeLink, onLinkShown, shownLink } from "./shown-link.ts";
import { otherAddress } from "./link-words.ts";
import { r } from "./strings/index.ts";
import { writeTo } from "./write-to.ts";

/** The place at the foot of the reader where a link's target is read before it is followed. */
export function LinkHint(): ReactNode {
  const link = useSyncExternalStore(onLinkShown, shownLink);
  useLayer(link?.isHeld === true, closeLink);
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
        <IconButton label={r("close")} size="small" icon={<CloseIcon />} onClick={closeLink} />
      </div>
      {warning}
      <bdi>{link.address}</bdi>
      <div className="mail-link-held-actions">
        <Button icon={<CopyIcon />} onClick={() => void copy().then(closeLink, closeLink)}>
          {r("copyLink")}
        </Button>
        <Button
          icon={<OpenOutsideIcon />}
          onClick={() => {
            if (link.onOpen) link.onOpen();
            else if (!writeTo(link.address))
              window.open(link.address, "_blank", "noopener,noreferrer");
            closeLink();
          }}
        >
          {r("openLink")}
        </Button>
      </div>
    </div>
  );
}
