import { MAX_LINKS } from "@atrium/mail-html";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { MailLink } from "../link-guard/link-guard.tsx";
import { showLink } from "../shown-link.ts";
import { followAddress } from "../write-to.ts";
import { boundText } from "./bound-text.ts";
import { findLinks, type TextPiece } from "./links.ts";
import "./plain-text.css";

const KOREAN = /[가-힣]/;

/** A plain text message: links work, what is quoted from earlier messages is folded. */
export function PlainText({
  text,
  isFixed,
  onCut,
}: {
  readonly text: string;
  /** In letters of one width. */
  readonly isFixed: boolean;
  /** Called when some of it is not shown. */
  readonly onCut: () => void;
}): ReactNode {
  const { blocks, isCut } = useMemo(() => boundText(text), [text]);
  useEffect(() => {
    if (isCut) onCut();
  }, [isCut, onCut]);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => (isTouched() ? holdLinks(body.current!) : undefined), []);
  return (
    <div
      className="mail-text"
      lang={KOREAN.test(text) ? "ko" : undefined}
      data-fixed={isFixed || undefined}
      ref={body}
      onClick={followAddress}
    >
      {blocks.map(({ kind, text, pieces }, index) =>
        kind === "quote" && pieces.length === 0 ? (
          <Quote key={index} text={text} />
        ) : (
          <div key={index} className="mail-text-block" data-kind={kind}>
            <Linked pieces={pieces} />
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
          <Linked pieces={findLinks(text, MAX_LINKS)} />
        </div>
      )}
    </>
  );
}

function Linked({ pieces }: { readonly pieces: readonly TextPiece[] }): ReactNode {
  return pieces.map((piece, index) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <MailLink
        key={index}
        href={piece.href}
        onMouseEnter={() => showLink(shownOf(piece))}
        onMouseLeave={() => showLink(undefined)}
        onFocus={() => showLink(shownOf(piece))}
        onBlur={() => showLink(undefined)}
      >
        {piece.text}
      </MailLink>
    ),
  );
}

const shownOf = ({ href = "", text }: TextPiece) => ({ address: href, words: text });
