import { htmlToText, textToHtml } from "@atrium/formats/mail-html";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { EditorNotLoaded } from "./editor-not-loaded.tsx";
import type { Squire } from "./engine.ts";
import { FormatBar } from "./format-bar.tsx";
import { LinkBar } from "./link-bar.tsx";
import { loadEngine } from "./load-engine.ts";
import "./rich-field.css";

export interface RichFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Cleaned before it is shown. Empty: `text` is shown instead. */
  readonly html: string;
  readonly text: string;
  /** What was typed, in both forms; both are empty when nothing is left. */
  readonly onChange: (html: string, text: string) => void;
}

/** A field of a form for some formatted text, written with the same editor as mail. */
export function RichField({ label, hint, html, text, onChange }: RichFieldProps): ReactNode {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const [squire, setSquire] = useState<Squire>();
  const [isLinking, setLinking] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(-1);
  const wanted = html || textToHtml(text);
  const shown = useRef(wanted);
  const last = useRef<string>(undefined);
  const onInput = useRef(onChange);
  useEffect(() => {
    onInput.current = onChange;
    shown.current = wanted;
  });

  useEffect(() => {
    let isOver = false;
    let engine: Squire | undefined;
    const start = async (): Promise<void> => {
      const { createEngine } = await loadEngine();
      const root = element.current;
      if (isOver || !root) return;
      engine = createEngine(root);
      engine.setHTML(shown.current);
      last.current = shown.current;
      let before = engine.getHTML();
      engine.addEventListener("input", () => {
        const now = engine!.getHTML();
        if (now === before) return;
        before = now;
        const words = htmlToText(now).trim();
        const typed = words === "" && !now.includes("<img") ? "" : now;
        last.current = typed || textToHtml("");
        onInput.current(typed, words);
      });
      setSquire(engine);
    };
    start().catch(() => {
      if (!isOver) setFailed(attempt);
    });
    return () => {
      isOver = true;
      engine?.destroy();
      setSquire(undefined);
    };
  }, [attempt]);

  // Something else was put in from outside, as when changes are discarded.
  useEffect(() => {
    if (squire === undefined || wanted === last.current) return;
    last.current = wanted;
    squire.setHTML(wanted);
  }, [squire, wanted]);

  return (
    <div className="a-field rich-field">
      <span className="a-field-label" id={id}>
        {label}
      </span>
      <div className="a-field-box">
        {failed === attempt && <EditorNotLoaded onRetry={() => setAttempt(attempt + 1)} />}
        <div
          ref={element}
          className="rich-text"
          role="textbox"
          aria-multiline="true"
          aria-labelledby={id}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          spellCheck
        />
        {squire && isLinking && <LinkBar squire={squire} onClose={() => setLinking(false)} />}
        {squire && <FormatBar squire={squire} onLink={() => setLinking(true)} />}
      </div>
      {hint !== undefined && (
        <span className="a-field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}
