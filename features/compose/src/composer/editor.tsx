import { Button, Skeleton } from "@atrium/ui";
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";
import type { Squire } from "./engine.ts";
import { loadEngine } from "./load-engine.ts";
import { isPicture, Pictures } from "./pictures.ts";
import "./editor.css";

export interface EditorHandle {
  focus(): void;
  /** Puts pictures in where the caret stands. */
  insertPictures(files: readonly File[]): void;
  /** Sets other contents, such as another signature. */
  replace(html: string): void;
  readonly squire: Squire | undefined;
}

/** Where rich text is written. What is typed goes to `writing` with every change. */
export function Editor({
  writing,
  handle,
  onReady,
  hasFocus,
}: {
  readonly writing: Writing;
  readonly handle: Ref<EditorHandle>;
  readonly onReady: (squire: Squire | undefined) => void;
  /** Takes the focus as soon as it can. */
  readonly hasFocus: boolean;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const squire = useRef<Squire>(undefined);
  const [pictures] = useState(() => new Pictures(writing.client));
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const isTrying = state !== "failed";
  const ready = useRef(onReady);
  const last = useRef("");
  const wantsFocus = useRef(hasFocus);
  useEffect(() => {
    ready.current = onReady;
  });

  useEffect(() => {
    if (!isTrying) return undefined;
    let isOver = false;
    const start = async (): Promise<void> => {
      const { createEngine } = await loadEngine();
      const root = element.current;
      if (isOver || !root) return;
      const engine = createEngine(root);
      squire.current = engine;
      engine.setHTML(pictures.toEditor(writing.draft.body));
      engine.moveCursorToStart();
      if (wantsFocus.current) engine.focus();
      // The editor sets what it is given in order, which is no change of the person's.
      last.current = pictures.fromEditor(engine.getHTML());
      engine.addEventListener("input", () => {
        const body = pictures.fromEditor(engine.getHTML());
        if (body === last.current) return;
        last.current = body;
        writing.change({ body });
      });
      setState("ready");
      ready.current(engine);
      await pictures.load(writing.draft, root);
    };
    start().catch(() => {
      if (!isOver && !squire.current) setState("failed");
    });
    return () => {
      isOver = true;
      ready.current(undefined);
      squire.current?.destroy();
      squire.current = undefined;
    };
  }, [writing, pictures, isTrying]);
  useEffect(() => () => pictures.release(), [pictures]);

  const insertPictures = (files: readonly File[]): void => {
    for (const file of files) {
      const cid = `${crypto.randomUUID()}@atrium`;
      const url = pictures.hold(cid, file);
      writing.uploads.add([file], cid);
      squire.current?.insertImage(url, { "data-cid": cid, alt: file.name });
    }
  };
  useImperativeHandle(handle, () => ({
    focus: () => squire.current?.focus(),
    insertPictures,
    replace(html) {
      const root = element.current;
      const engine = squire.current;
      if (!engine) return;
      engine.setHTML(pictures.toEditor(html));
      engine.moveCursorToStart();
      last.current = pictures.fromEditor(engine.getHTML());
      if (root) void pictures.load(writing.draft, root).catch(() => undefined);
    },
    get squire() {
      return squire.current;
    },
  }));

  return (
    <div className="compose-editor">
      {state === "failed" && (
        <div className="compose-editor-failed" role="alert">
          <p>{t("editorNotLoaded")}</p>
          <Button
            onClick={() => {
              setState("loading");
            }}
          >
            {t("tryAgain")}
          </Button>
        </div>
      )}
      {state === "loading" && (
        <div className="compose-editor-waiting" aria-hidden="true">
          <Skeleton width="60%" height={12} />
        </div>
      )}
      <div
        ref={element}
        className="compose-text"
        role="textbox"
        aria-multiline="true"
        aria-label={t("message")}
        data-state={state}
        spellCheck
        onPasteCapture={(event) => {
          const files = [...event.clipboardData.files];
          // Office programs bring a picture of the text along with the text.
          if (files.length === 0 || event.clipboardData.types.includes("text/html")) return;
          event.preventDefault();
          event.stopPropagation();
          insertPictures(files.filter(({ type }) => isPicture(type)));
          const others = files.filter(({ type }) => !isPicture(type));
          if (others.length > 0) writing.uploads.add(others);
        }}
      />
    </div>
  );
}
