import type { EmailBodyPart } from "@atrium/contract/types/email";
import { sanitise, type WindowLike } from "@atrium/mail-html";
import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { useLinkGuard } from "../link-guard/link-guard.tsx";
import { NotLoaded } from "../not-loaded.tsx";
import { fillFrame, followHeight } from "./frame.ts";
import { guardLinks } from "./guard-links.ts";
import { followLinks } from "./link-events.ts";
import { followPictures } from "./picture-events.ts";
import { lendTypeface } from "./typeface.ts";
import { useDark } from "./use-dark.ts";
import { useFrame } from "./use-frame.ts";
import { useHeldParts } from "./use-held-parts.ts";
import "./html-mail.css";

/** What a mail wants from other servers. */
export interface RemoteParts {
  readonly blocked: number;
  readonly addresses: readonly string[];
  /** Where it would tell its sender that it was read. */
  readonly trackers: readonly string[];
}

/** An HTML mail in a frame of its own, in which nothing runs and from which nobody but our image proxy is asked. */
export function HtmlMail({
  html,
  parts,
  proxied,
  onPaper,
  title,
  onKey,
  onRemote,
  onCut,
  onPicture,
}: {
  readonly html: string;
  /** The mail's parts that its HTML may name by `cid:`. */
  readonly parts: readonly EmailBodyPart[];
  /** Where pictures of other servers may be had, by their addresses there. */
  readonly proxied: ReadonlyMap<string, string>;
  /** In the sender's own colours, whatever the theme. */
  readonly onPaper: boolean;
  readonly title: string;
  /** Keys pressed while the frame has the focus. */
  readonly onKey: (event: KeyboardEvent) => void;
  /** Called with what was not fetched. */
  readonly onRemote: (remote: RemoteParts) => void;
  /** Called when some of it is left out. */
  readonly onCut: () => void;
  /** Called with a picture of the mail's own that somebody opens. */
  readonly onPicture: (part: EmailBodyPart) => void;
}): ReactNode {
  const held = useHeldParts(parts);
  const ask = useLinkGuard();
  const isDark = useDark() && !onPaper;
  const frame = useRef<HTMLIFrameElement>(null);
  const { page, hasFailed, attempt, onLoad, retry } = useFrame();
  const mail = useMemo(
    () =>
      held && page && sanitise(html, (cid) => held.get(cid), page as WindowLike & Window, proxied),
    [html, held, page, proxied],
  );
  useEffect(() => {
    if (mail) onRemote({ blocked: mail.blocked, addresses: mail.remote, trackers: mail.trackers });
    if (mail?.isCut) onCut();
  }, [mail, onRemote, onCut]);

  // Before it is painted, so that what was prepared out of sight stands there at once.
  useLayoutEffect(() => {
    const element = frame.current;
    const document = element?.contentDocument;
    if (!mail || !element || !document) return undefined;
    fillFrame(document, mail, { isDark, showQuote: t("showQuote") });
    void lendTypeface(document);
    const open = (address: string): void => {
      const cid = [...(held ?? [])].find(([, one]) => one === address)?.[0];
      const part = parts.find((one) => one.cid === cid);
      if (part) onPicture(part);
    };
    const stops = [
      followHeight(element, document),
      followLinks(document),
      followPictures(document, { open, label: t("openPicture") }),
    ];
    document.addEventListener("keydown", onKey);
    element.dataset["ready"] = "";
    return () => {
      delete element.dataset["ready"];
      for (const stop of stops) stop();
      document.removeEventListener("keydown", onKey);
    };
  }, [mail, isDark, onKey, held, parts, onPicture]);

  // After whatever has filled the frame.
  useLayoutEffect(() => {
    const document = frame.current?.contentDocument;
    return mail && document && ask ? guardLinks(document, ask) : undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- all that fills the frame anew
  }, [ask, mail, isDark, onKey, held, parts, onPicture]);

  return (
    <div className="mail-html" data-paper={(mail?.isColoured && !isDark) || undefined}>
      {hasFailed && <NotLoaded onRetry={retry} />}
      <iframe
        key={attempt}
        ref={frame}
        className="mail-html-frame"
        title={title}
        src="/frame/mail"
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        hidden={hasFailed}
        onLoad={onLoad}
      />
    </div>
  );
}
