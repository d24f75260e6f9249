import {
  EditorNotLoaded,
  engineNow,
  loadEngine,
  type EditorState,
  type Engine,
  type Squire,
} from "@atrium/rich-text";
import { Skeleton } from "@atrium/ui";
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
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
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
  /** Puts formatted text in where the caret stands. */
  insert(html: string): void;
  /** Of plain text only; rich text has its selection in its state. */
  select(start: number, end: number): void;
  selection(): readonly [number, number] | null;
  rich(): EditorState | null;
  element(): HTMLElement | null;
}

/** Where rich text is written. What is typed goes to `draftSession` with every change. */
export function Editor({
  draftSession,
  handle,
  onReady,
  hasFocus,
}: {
  readonly draftSession: DraftSession;
  readonly handle: Ref<EditorHandle>;
  readonly onReady: (squire: Squire | undefined) => void;
  /** Takes the focus as soon as it can. */
  readonly hasFocus: boolean;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const squire = useRef<Squire>(undefined);
  const engine = useRef<Engine>(undefined);
  const [pictures] = useState(() => new Pictures(draftSession.client));
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
      made.setHTML(toEditor(draftSession.draft.body));
      const state = draftSession.viewState?.rich;
      if (state) code.setState(made, state, toEditor);
      else made.moveCursorToStart();
      if (wantsFocus.current) made.focus();
      // The editor sets what it is given in order, which is no change of the person's.
      last.current = pictures.fromEditor(made.getHTML());
      made.addEventListener("input", () => {
        const body = pictures.fromEditor(made.getHTML());
        if (body === last.current) return;
        last.current = body;
        draftSession.change({ body });
      });
      setState("ready");
      ready.current(made);
      const showPictures = async (): Promise<void> => {
        await pictures.load(draftSession.draft, root);
        if (state && !isOver) code.mapSteps(made, (html) => toEditor(pictures.fromEditor(html)));
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
  }, [draftSession, pictures, isTrying]);
  useEffect(() => () => pictures.release(), [pictures]);
  useEffect(
    () => draftSession.heldBy(() => squire.current && holdSelection(squire.current)),
    [draftSession],
  );

  const insertPicture = async (file: File): Promise<void> => {
    const cid = `${newKey()}@atrium`;
    if (!(await draftSession.uploads.add([file], cid))) return;
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
      if (root) void pictures.load(draftSession.draft, root).catch(() => undefined);
    },
    type(text) {
      squire.current?.insertPlainText(text, false);
    },
    insert(html) {
      squire.current?.insertHTML(html, false);
    },
    select: () => undefined,
    selection: () => null,
    rich: () =>
      squire.current && engine.current
        ? engine.current.stateOf(squire.current, (html) => pictures.fromEditor(html))
        : null,
    element: () => element.current,
  }));

  return (
    <div className="compose-editor">
      {state === "failed" && <EditorNotLoaded onRetry={() => setState("loading")} />}
      {state === "loading" && (
        <div className="compose-editor-waiting" aria-hidden="true">
          <Skeleton width="60%" height={12} />
        </div>
      )}
      <div
        ref={element}
        className="rich-text"
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
          if (others.length > 0) void draftSession.uploads.add(others);
        }}
      />
    </div>
  );
}

/** Before the text moves in the document: answers what puts the selection back. A range moves out of what is taken away. */
function holdSelection(squire: Squire): () => void {
  const { startContainer, startOffset, endContainer, endOffset } = squire.getSelection();
  return () => {
    const range = document.createRange();
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    squire.setSelection(range);
  };
}
