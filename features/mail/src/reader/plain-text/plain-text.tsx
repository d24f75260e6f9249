import { splitQuoted } from "@atrium/formats/mail-html";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { showLink } from "../link-hint.tsx";
import { followAddress } from "../write-to.ts";
import { findLinks, type TextPiece } from "./links.ts";
import "./plain-text.css";

/** A plain text message: links work, what is quoted from earlier messages is folded. */
export function PlainText({ text }: { readonly text: string }): ReactNode {
  const blocks = useMemo(() => splitQuoted(text.trimEnd()), [text]);
  // A message that is nothing but a quotation would be an empty page.
  const isAllQuoted = blocks.every(({ kind, text }) => kind === "quote" || text.trim() === "");
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => (isTouched() ? holdLinks(body.current!) : undefined), []);
  return (
    <div className="mail-text" ref={body} onClick={followAddress}>
      {blocks.map(({ kind, text }, index) =>
        kind === "quote" && !isAllQuoted ? (
          <Quote key={index} text={text} />
        ) : (
          <div key={index} className="mail-text-block" data-kind={kind}>
            {/* The line of two dashes says what the paler words show. */}
            <Linked text={kind === "signature" ? text.replace(/^-- ?\n/, "") : text} />
          </div>
        ),
      )}
    </div>
  );
}

const isTouched = (): boolean => matchMedia("(pointer: coarse)").matches;

/** A finger has nothing to hover with: it rests on a link to see where it leads. */
function holdLinks(text: HTMLElement): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  const load = async (): Promise<void> => {
    const { followLinks } = await import("../html-mail/link-events.ts");
    if (!isOver) stop = followLinks(text);
  };
  // Without it the browser's own long press does.
  load().catch(() => undefined);
  return () => {
    isOver = true;
    stop?.();
  };
}

function Quote({ text }: { readonly text: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="mail-text-fold"
        aria-expanded={isOpen}
        aria-label={isOpen ? t("hideQuote") : t("showQuote")}
        title={isOpen ? t("hideQuote") : t("showQuote")}
        onClick={() => setOpen(!isOpen)}
      >
        •••
      </button>
      {isOpen && (
        <div className="mail-text-block" data-kind="quote">
          <Linked text={text} />
        </div>
      )}
    </>
  );
}

function Linked({ text }: { readonly text: string }): ReactNode {
  return findLinks(text).map((piece, index) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <a
        key={index}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer"
        onMouseEnter={() => showLink(shownOf(piece))}
        onMouseLeave={() => showLink(undefined)}
        onFocus={() => showLink(shownOf(piece))}
        onBlur={() => showLink(undefined)}
      >
        {piece.text}
      </a>
    ),
  );
}

const shownOf = ({ href = "", text }: TextPiece) => ({ address: href, words: text });
