import { htmlToText } from "@atrium/formats/mail-html";
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from "react";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import type { EditorHandle } from "./editor.tsx";
import { typeInto, useSteps } from "./steps.ts";
import "./editor.css";

/** Where plain text is written. */
export function PlainEditor({
  draftSession,
  handle,
  hasFocus,
  onReady,
}: {
  readonly draftSession: DraftSession;
  readonly handle: Ref<EditorHandle>;
  readonly hasFocus: boolean;
  /** It can be written in. */
  readonly onReady: () => void;
}): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draftSession.draft.body);
  const wantsFocus = useRef(hasFocus);
  const ready = useRef(onReady);
  const steps = useSteps(area, draftSession.texts, (body) => {
    setText(body);
    draftSession.change({ body });
  });
  useLayoutEffect(() => {
    if (wantsFocus.current) {
      area.current?.focus();
      area.current?.setSelectionRange(0, 0);
    }
    ready.current();
  }, []);
  useEffect(() => {
    // Another form of the text came in by the way of a switch: a step like any other.
    const { body } = draftSession.draft;
    if (draftSession.texts.current.value !== body)
      draftSession.texts.note({ value: body, start: 0, end: 0 });
  }, [draftSession]);
  useImperativeHandle(handle, () => ({
    focus: () => area.current?.focus(),
    insertPictures: (files) => void draftSession.uploads.add(files),
    replace(body) {
      draftSession.texts.note({ value: body, start: 0, end: 0 });
      setText(body);
    },
    type(typed) {
      if (area.current) typeInto(area.current, typed);
    },
    insert(html) {
      if (area.current) typeInto(area.current, htmlToText(html, { keepsLayout: true }).trimEnd());
    },
    select: (start, end) => area.current?.setSelectionRange(start, end),
    selection: () =>
      area.current ? [area.current.selectionStart, area.current.selectionEnd] : null,
    rich: () => null,
    element: () => area.current,
  }));
  return (
    <div className="compose-editor">
      <textarea
        ref={area}
        className="rich-text compose-text-plain"
        aria-label={t("message")}
        spellCheck
        value={text}
        onChange={steps.onChange}
        onKeyDown={steps.onKeyDown}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
          event.preventDefault();
          void draftSession.uploads.add(files);
        }}
      />
    </div>
  );
}
