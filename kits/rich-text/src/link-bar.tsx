import { Button, CloseIcon, IconButton } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "./strings/index.ts";
import type { Squire } from "./engine.ts";
import "./rich-text.css";

/** Asks for the address of a link on what is selected. */
export function LinkBar({
  squire,
  onClose,
}: {
  readonly squire: Squire;
  readonly onClose: () => void;
}): ReactNode {
  const [selection] = useState(() => squire.getSelection());
  const [url, setUrl] = useState(() => hrefAt(selection));
  const [isOld] = useState(url !== "");
  const close = (): void => {
    onClose();
    squire.focus();
  };
  const apply = (): void => {
    const address = whole(url);
    if (address === undefined) return;
    squire.setSelection(selection);
    if (selection.collapsed && !isOld) squire.insertPlainText(url.trim(), false);
    else squire.makeLink(address, { target: "_blank", rel: "noopener" });
    close();
  };
  return (
    <div
      className="rich-link-bar"
      role="group"
      aria-label={t("link")}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          close();
        } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          event.stopPropagation();
          apply();
        }
      }}
    >
      <input
        className="rich-link-input"
        aria-label={t("linkAddress")}
        placeholder="https://"
        inputMode="url"
        autoFocus
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Button size="small" variant="primary" disabled={whole(url) === undefined} onClick={apply}>
        {t("apply")}
      </Button>
      {isOld && (
        <Button
          size="small"
          onClick={() => {
            squire.setSelection(selection);
            squire.removeLink();
            close();
          }}
        >
          {t("removeLink")}
        </Button>
      )}
      <IconButton size="small" label={t("cancel")} icon={<CloseIcon />} onClick={close} />
    </div>
  );
}

function hrefAt({ startContainer }: Range): string {
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return element?.closest("a")?.getAttribute("href") ?? "";
}

/** The address with its scheme; none that would run. */
function whole(text: string): string | undefined {
  const given = text.trim();
  if (given === "") return undefined;
  const address = /^[^\s/@]+@[^\s/]+$/.test(given)
    ? `mailto:${given}`
    : /^(?:https?|mailto|tel):/i.test(given)
      ? given
      : `https://${given}`;
  return URL.canParse(address) && /^(?:https?|mailto|tel):/i.test(address) ? address : undefined;
}
