import { Button } from "@atrium/ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { JmapClient } from "@atrium/jmap";
import type { Draft, Quote } from "../draft/draft.ts";
import { t } from "../strings/index.ts";
import { Pictures } from "./pictures.ts";

/** The message that is answered, as it was: folded where it is in sight, shown in a frame of its own, and taken out by one button. */
export function Quoted({
  quote,
  draft,
  client,
  isPlain,
  onEdit,
  onRemove,
}: {
  readonly quote: Quote;
  /** Has the pictures that the original shows. */
  readonly draft: Draft;
  readonly client: JmapClient;
  readonly isPlain: boolean;
  /** Takes it into the text, to write between its lines. */
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}): ReactNode {
  // On a phone what is written covers what it answers.
  const [isOpen, setOpen] = useState(() => matchMedia("(width <= 640px)").matches);
  return (
    <div className="compose-quote">
      <div className="compose-quote-bar">
        <button
          type="button"
          className="compose-quote-fold"
          aria-expanded={isOpen}
          aria-label={isOpen ? t("hideOriginal") : t("showOriginal")}
          title={isOpen ? t("hideOriginal") : t("showOriginal")}
          onClick={() => setOpen(!isOpen)}
        >
          •••
        </button>
        {isOpen && (
          <>
            <Button size="small" variant="quiet" onClick={onEdit}>
              {t("editOriginal")}
            </Button>
            <Button size="small" variant="quiet" onClick={onRemove}>
              {t("removeOriginal")}
            </Button>
          </>
        )}
      </div>
      {isOpen &&
        (isPlain ? (
          <pre className="compose-quote-text">{quote.text}</pre>
        ) : (
          <QuoteFrame html={quote.html} draft={draft} client={client} />
        ))}
    </div>
  );
}

/** The reader's frame: nothing runs in it, nothing is asked of another server. */
function QuoteFrame({
  html,
  draft,
  client,
}: {
  readonly html: string;
  readonly draft: Draft;
  readonly client: JmapClient;
}): ReactNode {
  const [pictures] = useState(() => new Pictures(client));
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => () => pictures.release(), [pictures]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isHere, setHere] = useState(false);
  useEffect(() => {
    const document = frame.current?.contentDocument;
    const element = frame.current;
    if (!isHere || !document?.body || !element) return undefined;
    const page = new DOMParser().parseFromString(pictures.toEditor(html), "text/html");
    // Here only the words are checked; pictures of other servers are not asked for.
    for (const one of page.querySelectorAll("[src], [background], [srcset]"))
      for (const name of ["src", "background", "srcset"])
        if (!/^data:/i.test(one.getAttribute(name) ?? "data:")) one.removeAttribute(name);
    const body = document.importNode(page.body, true);
    for (const one of body.querySelectorAll<HTMLElement>("[style]"))
      if (/url\(/i.test(one.getAttribute("style") ?? "")) one.removeAttribute("style");
    const style = document.createElement("style");
    style.textContent = PAPER;
    document.head.replaceChildren(style);
    document.body.replaceWith(body);
    const fit = (): void => {
      element.style.blockSize = `${Math.min(2000, body.scrollHeight + 16)}px`;
    };
    const watch = new ResizeObserver(fit);
    watch.observe(body);
    fit();
    // Its own pictures are this server's; one that is not to be had leaves its place.
    pictures.load(latest.current, body).catch(() => undefined);
    return () => watch.disconnect();
  }, [html, isHere, pictures]);
  return (
    <iframe
      ref={frame}
      className="compose-quote-frame"
      title={t("original")}
      src="/frame/mail"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={() => setHere(true)}
    />
  );
}

const PAPER = `body { margin: 8px; overflow-wrap: break-word; font: 14px/1.5 system-ui, sans-serif; }
img { max-width: 100%; } pre { white-space: pre-wrap; }`;
