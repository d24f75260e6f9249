import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";
import type { EditorHandle } from "./editor.tsx";
import "./editor.css";

/** Where plain text is written. */
export function PlainEditor({
  writing,
  handle,
  hasFocus,
}: {
  readonly writing: Writing;
  readonly handle: Ref<EditorHandle>;
  readonly hasFocus: boolean;
}): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(writing.draft.body);
  const wantsFocus = useRef(hasFocus);
  useEffect(() => {
    if (!wantsFocus.current) return;
    area.current?.focus();
    area.current?.setSelectionRange(0, 0);
  }, []);
  useImperativeHandle(handle, () => ({
    focus: () => area.current?.focus(),
    insertPictures: (files) => writing.uploads.add(files),
    replace: setText,
    squire: undefined,
  }));
  return (
    <div className="compose-editor">
      <textarea
        ref={area}
        className="compose-text compose-text-plain"
        aria-label={t("message")}
        spellCheck
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          writing.change({ body: event.target.value });
        }}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
          event.preventDefault();
          writing.uploads.add(files);
        }}
      />
    </div>
  );
}
