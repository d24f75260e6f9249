import type { EmailBodyPart } from "@atrium/contract/types/email";
import { ImageIcon } from "@atrium/ui";
import type { WindowLike } from "dompurify";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { t } from "../../strings/index.ts";
import { showLink } from "../link-hint.tsx";
import { fillFrame, followHeight } from "./frame.ts";
import { isBitmap } from "./held-parts.ts";
import { sanitise } from "./sanitise.ts";
import "./html-mail.css";

/** An HTML mail in a frame of its own, in which nothing runs and from which nothing is asked. */
export function HtmlMail({
  html,
  parts,
  title,
  onKey,
}: {
  readonly html: string;
  /** The mail's parts that its HTML may name by `cid:`. */
  readonly parts: readonly EmailBodyPart[];
  readonly title: string;
  /** Keys pressed while the frame has the focus. */
  readonly onKey: (event: KeyboardEvent) => void;
}): ReactNode {
  const held = useHeldParts(parts);
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Window | null>(null);
  const mail = useMemo(
    () => held && page && sanitise(html, (cid) => held.get(cid), page as WindowLike & Window),
    [html, held, page],
  );

  useEffect(() => {
    const element = frame.current;
    const document = element?.contentDocument;
    if (!mail || !element || !document) return undefined;
    fillFrame(document, mail);
    const stop = followHeight(element, document);
    const follow = (event: MouseEvent): void => {
      const link = linkOf(event);
      const place = link?.getAttribute("href");
      if (!place?.startsWith("#")) return;
      // The frame's address is not the mail's: its own places are found by hand.
      event.preventDefault();
      if (place.length > 1) document.getElementById(place.slice(1))?.scrollIntoView();
    };
    const point = (event: Event): void => showLink(linkOf(event)?.href);
    const leave = (): void => showLink(undefined);
    document.addEventListener("keydown", onKey);
    document.addEventListener("click", follow);
    document.addEventListener("mouseover", point);
    document.addEventListener("focusin", point);
    document.addEventListener("mouseleave", leave);
    document.addEventListener("focusout", leave);
    return () => {
      stop();
      leave();
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("click", follow);
      document.removeEventListener("mouseover", point);
      document.removeEventListener("focusin", point);
      document.removeEventListener("mouseleave", leave);
      document.removeEventListener("focusout", leave);
    };
  }, [mail, onKey]);

  return (
    <div className="mail-html" data-paper={mail?.isColoured || undefined}>
      {mail && mail.blocked > 0 && (
        <p className="mail-blocked" role="status">
          <ImageIcon />
          <strong>{t("imagesBlocked", { count: mail.blocked })}</strong>
          <span>{t("imagesBlockedWhy")}</span>
        </p>
      )}
      <iframe
        ref={frame}
        className="mail-html-frame"
        title={title}
        src="/frame/mail"
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        data-ready={mail ? "" : undefined}
        onLoad={(event) => setPage(event.currentTarget.contentWindow)}
      />
    </div>
  );
}

function linkOf(event: Event): HTMLAnchorElement | null {
  const { target } = event;
  if (target === null || !("closest" in target)) return null;
  return (target as Element).closest<HTMLAnchorElement>("a[href]");
}

/** The mail's own pictures as addresses inside this window, by their `Content-ID`; `undefined` until they are here. */
function useHeldParts(parts: readonly EmailBodyPart[]): ReadonlyMap<string, string> | undefined {
  const { client, account } = useMail();
  const [held, setHeld] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    const addresses = new Map<string, string>();
    let isOver = false;
    const load = async ({ cid, blobId, name, type }: EmailBodyPart): Promise<void> => {
      if (cid === null || blobId === null || !isBitmap(type)) return;
      const url = client.downloadUrl(account.id, blobId, name ?? "image", type);
      const response = await fetch(url);
      if (!response.ok) return;
      // The type that the sender claims, not what the server would sniff: a picture stays a picture.
      const blob = new Blob([await response.arrayBuffer()], { type });
      if (!isOver) addresses.set(cid, URL.createObjectURL(blob));
    };
    const loadAll = async (): Promise<void> => {
      await Promise.allSettled(parts.map(load));
      if (!isOver) setHeld(addresses);
    };
    void loadAll();
    return () => {
      isOver = true;
      for (const address of addresses.values()) URL.revokeObjectURL(address);
    };
  }, [client, account, parts]);
  return held;
}
