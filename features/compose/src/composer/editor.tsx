import { Button, Skeleton } from "@atrium/ui";
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from "react";
import { newKey } from "../draft/draft.ts";
import type { RichLook } from "../draft/look.ts";
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";
import type { Squire } from "./engine.ts";
import { engineNow, loadEngine, type Engine } from "./load-engine.ts";
import { isPicture, Pictures } from "./pictures.ts";
import "./editor.css";

/** A place for text, rich or plain. */
export interface EditorHandle {
  focus(): void;
  /** Puts pictures in where the caret stands. */
  insertPictures(files: readonly File[]): void;
  /** Sets other contents, such as another signature. */
  replace(html: string): void;
  /** Puts text in where the caret stands. */
  type(text: string): void;
  /** Of plain text only; rich text has its selection in its look. */
  select(start: number, end: number): void;
  selection(): readonly [number, number] | null;
  rich(): RichLook | null;
  element(): HTMLElement | null;
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
  const engine = useRef<Engine>(undefined);
  const [pictures] = useState(() => new Pictures(writing.client));
  const [state, setState] = useState<"loading" | "ready" | "failed">(() =>
    engineNow() ? "ready" : "loading",
  );
  const isTrying = state !== "failed";
  const ready = useRef(onReady);
  const last = useRef("");
  const wantsFocus = useRef(hasFocus);
  useEffect(() => {
    ready.current = onReady;
  });

  useLayoutEffect(() => {
    if (!isTrying) return undefined;
    let isOver = false;
    const start = (code: Engine): void => {
      const root = element.current;
      if (isOver || !root) return;
      const made = code.createEngine(root);
      squire.current = made;
      engine.current = code;
      const toEditor = (html: string): string => pictures.toEditor(html);
      made.setHTML(toEditor(writing.draft.body));
      const look = writing.look?.rich;
      if (look) code.setLook(made, look, toEditor);
      else made.moveCursorToStart();
      if (wantsFocus.current) made.focus();
      // The editor sets what it is given in order, which is no change of the person's.
      last.current = pictures.fromEditor(made.getHTML());
      made.addEventListener("input", () => {
        const body = pictures.fromEditor(made.getHTML());
        if (body === last.current) return;
        last.current = body;
        writing.change({ body });
      });
      setState("ready");
      ready.current(made);
      const showPictures = async (): Promise<void> => {
        await pictures.load(writing.draft, root);
        if (look && !isOver) code.mapSteps(made, (html) => toEditor(pictures.fromEditor(html)));
      };
      // A picture that is not to be had leaves its place.
      showPictures().catch(() => undefined);
    };
    const code = engineNow();
    if (code) start(code);
    else
      loadEngine().then(start, () => {
        if (!isOver) setState("failed");
      });
    return () => {
      isOver = true;
      ready.current(undefined);
      squire.current?.destroy();
      squire.current = undefined;
    };
  }, [writing, pictures, isTrying]);
  useEffect(() => () => pictures.release(), [pictures]);

  const insertPicture = async (file: File): Promise<void> => {
    const cid = `${newKey()}@atrium`;
    if (!(await writing.uploads.add([file], cid))) return;
    squire.current?.insertImage(pictures.hold(cid, file), { "data-cid": cid, alt: file.name });
  };
  const insertPictures = (files: readonly File[]): void => {
    for (const file of files) void insertPicture(file);
  };
  useImperativeHandle(handle, () => ({
    focus() {
      // Where there is nothing to focus yet, it is as soon as there is.
      wantsFocus.current = true;
      squire.current?.focus();
    },
    insertPictures,
    replace(html) {
      const root = element.current;
      const made = squire.current;
      if (!made) return;
      engine.current?.setContents(made, pictures.toEditor(html));
      last.current = pictures.fromEditor(made.getHTML());
      if (root) void pictures.load(writing.draft, root).catch(() => undefined);
    },
    type(text) {
      squire.current?.insertPlainText(text, false);
    },
    select: () => undefined,
    selection: () => null,
    rich: () =>
      squire.current && engine.current
        ? engine.current.lookOf(squire.current, (html) => pictures.fromEditor(html))
        : null,
    element: () => element.current,
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
          if (others.length > 0) void writing.uploads.add(others);
        }}
      />
    </div>
  );
}
