import type { IdentityRecord } from "@atrium/contract/types/identity";
import { useFileDrop } from "@atrium/dnd";
import { formatBytes, formatList } from "@atrium/i18n";
import { FormatBar, LinkBar, loadEngine, type Squire } from "@atrium/rich-text";
import { lazyPart } from "@atrium/shell";
import { Banner, Button } from "@atrium/ui";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { arrived } from "../catch-typing.ts";
import { changeSignature } from "../draft/signature.ts";
import { recipientsOf } from "../draft/draft.ts";
import type { People } from "../people/people.ts";
import type { Sent } from "../saving/send.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { changeMode, editQuote } from "./change-mode.ts";
import { actOf } from "./composer-keys.ts";
import { describeViewState } from "./describe-view-state.ts";
import { Editor, type EditorHandle } from "./editor.tsx";
import { Fields, type FieldName, type FieldsHandle } from "./fields.tsx";
import { Files } from "./files.tsx";
import { isPicture } from "./pictures.ts";
import { PlainEditor } from "./plain-editor.tsx";
import { Quoted } from "./quoted.tsx";
import { rangeAt } from "./range-at.ts";
import { ScheduledBar } from "./scheduled-bar.tsx";
import { SendBar } from "./send-bar.tsx";
import { useSending } from "./use-sending.ts";
import { useTemplates } from "./use-templates.ts";
import "./composer.css";

const TemplatePicker = lazyPart(() =>
  import("../templates/index.ts").then((module) => module.TemplatePicker),
);
const SaveTemplate = lazyPart(() =>
  import("../templates/index.ts").then((module) => module.SaveTemplate),
);
const GuardPanel = lazyPart(() => import("../guard/index.ts").then((module) => module.GuardPanel));

/** A message being written, whole: the same in the dock and in a window of its own. */
export function Composer({
  draftSession,
  identities,
  people,
  onSent,
  onDiscard,
  onEscape,
}: {
  readonly draftSession: DraftSession;
  readonly identities: readonly IdentityRecord[];
  readonly people: People;
  readonly onSent: (sent: Sent) => void;
  readonly onDiscard: () => void;
  readonly onEscape?: () => void;
}): ReactNode {
  const view = useSyncExternalStore(draftSession.subscribe, draftSession.view);
  const { draft, isSending, isWaiting, conflict, scheduled } = view;
  const [squire, setSquire] = useState<Squire>();
  const [isLinking, setLinking] = useState(false);
  const [showsFormats, setShowsFormats] = useState(() => matchMedia("(width > 640px)").matches);
  const editor = useRef<EditorHandle>(null);
  const fields = useRef<FieldsHandle>(null);
  const picker = useRef<HTMLInputElement>(null);
  const picturePicker = useRef<HTMLInputElement>(null);
  const [startsInText] = useState(() =>
    draftSession.viewState
      ? draftSession.viewState.focus === "text"
      : recipientsOf(draft).length > 0 && !draftSession.isResent,
  );
  const lastFocus = useRef<Element>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const pointer = useRef<readonly [x: number, y: number]>(undefined);
  const isLocked = isSending || scheduled !== null;
  const { problem, setProblem, doubt, setDoubt, ask, send } = useSending({
    draftSession,
    view,
    isLocked,
    people,
    fields,
    onSent,
  });

  const templates = useTemplates({
    draftSession,
    people,
    squire,
    editor,
    hasBraces: draft.mode === "rich" && draft.body.includes("{"),
    isLocked,
  });

  // Before the next key: what is typed right after `c` belongs here.
  useLayoutEffect(() => {
    const { viewState } = draftSession;
    if (!startsInText) {
      if (viewState?.focus !== null)
        fields.current?.focus(viewState?.focus as FieldName | undefined, viewState?.selection);
      arrived((typed) => fields.current?.type(typed));
    }
  }, [draftSession, startsInText]);
  const textIsHere = (): void => {
    const { viewState } = draftSession;
    // Once: another editor of the same message begins with what is written by then.
    queueMicrotask(() => draftSession.forgetViewState());
    if (scroll.current && viewState) scroll.current.scrollTop = viewState.scroll;
    if (!startsInText) return;
    if (viewState?.selection && !viewState.rich) editor.current?.select(...viewState.selection);
    arrived((typed) => editor.current?.type(typed));
  };
  useEffect(
    () =>
      draftSession.shownBy({
        viewState: () =>
          describeViewState(
            draftSession,
            lastFocus.current,
            fields.current,
            editor.current,
            scroll.current,
          ),
        refused: ({ files, what, limit }) =>
          setProblem({
            title: t("notAttached"),
            text: t(what === "each" ? "fileTooLarge" : "filesTooLarge", {
              names: formatList(files.map(({ name }) => name)),
              size: formatBytes(limit),
            }),
          }),
      }),
    [draftSession, setProblem],
  );

  const addFiles = (files: readonly File[]): void => {
    if (files.length > 0) void draftSession.uploads.add(files);
  };
  /** Pictures stand where the caret is; everything else goes along. */
  const insertFiles = (files: readonly File[]): void => {
    editor.current?.insertPictures(files.filter(({ type }) => isPicture(type)));
    addFiles(files.filter(({ type }) => !isPicture(type)));
  };
  /** What is dropped on the text goes into it there. */
  const dropFiles = (files: readonly File[]): void => {
    const place = pointer.current && document.elementFromPoint(...pointer.current);
    const isInText = draft.mode === "rich" && editor.current?.element()?.contains(place ?? null);
    if (!isInText || !squire || !pointer.current) {
      addFiles(files);
      return;
    }
    const range = rangeAt(...pointer.current);
    if (range) squire.setSelection(range);
    insertFiles(files);
  };
  const { ref: dropRef, over: isOver } = useFileDrop({ onDrop: dropFiles, after: loadEngine });

  useEffect(() => {
    // What had the focus could not keep it while it was being sent.
    if (isWaiting && document.activeElement === document.body)
      picker.current?.closest<HTMLElement>(".compose")?.focus();
  }, [isWaiting]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { currentTarget } = event;
    const act = actOf(event, {
      send: () => ask(null),
      sendAs: () =>
        currentTarget.querySelector<HTMLElement>(".compose-send [aria-haspopup]")?.click(),
      cc: () => fields.current?.show("cc"),
      bcc: () => fields.current?.show("bcc"),
      attach: () => picker.current?.click(),
      link: squire && (() => setLinking(true)),
      template: () => templates.show("picker"),
      leave: onEscape,
    });
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const changeIdentity = (identity: IdentityRecord): void => {
    const body = changeSignature(draft, draftSession.identity, identity);
    draftSession.change({ identityId: identity.id, body });
    editor.current?.replace(body);
  };

  return (
    <div
      className="compose"
      tabIndex={-1}
      ref={dropRef}
      data-over={isOver || undefined}
      onKeyDown={onKeyDown}
      onBlur={() => draftSession.keepNow()}
      onFocus={({ target }) => {
        // Not a button: what is sent and taken back is gone on with where it was written.
        if (target.matches(".compose-body input, .rich-text")) lastFocus.current = target;
      }}
      onDragOver={({ clientX, clientY }) => {
        pointer.current = [clientX, clientY];
      }}
    >
      {scheduled && (
        <ScheduledBar
          draftSession={draftSession}
          scheduled={scheduled}
          onTime={(at) => void send(at)}
        />
      )}
      {isWaiting && (
        <Banner
          severity="info"
          title={t("waitsForNetwork")}
          actions={
            <Button size="small" onClick={() => draftSession.wait(false)}>
              {t("doNotSend")}
            </Button>
          }
        />
      )}
      {conflict && (
        <Banner
          severity="warning"
          title={t(conflict === "sent" ? "wentBefore" : "elsewhere")}
          onClose={() => draftSession.acceptApart()}
        >
          {t("elsewhereWhat")}
        </Banner>
      )}
      {problem && (
        <Banner severity="danger" title={problem.title} onClose={() => setProblem(undefined)}>
          {problem.text}
        </Banner>
      )}
      <fieldset className="compose-body" disabled={isLocked} inert={isLocked}>
        <Fields
          handle={fields}
          draftSession={draftSession}
          identities={identities}
          people={people}
          onIdentity={changeIdentity}
          onLeave={() => editor.current?.focus()}
        />
        <div
          className="compose-scroll"
          ref={scroll}
          data-quotes={draft.quote ? "" : undefined}
          // The empty paper below the text is a way into it.
          onClick={({ target, currentTarget }) => {
            if (target === currentTarget) editor.current?.focus();
          }}
        >
          {draft.mode === "rich" ? (
            <Editor
              draftSession={draftSession}
              handle={editor}
              onReady={(made) => {
                setSquire(made);
                if (made) textIsHere();
              }}
              hasFocus={startsInText}
            />
          ) : (
            <PlainEditor
              draftSession={draftSession}
              handle={editor}
              hasFocus={startsInText}
              onReady={textIsHere}
            />
          )}
          {draft.quote && (
            <Quoted
              quote={draft.quote}
              draft={draft}
              client={draftSession.client}
              isPlain={draft.mode === "plain"}
              onEdit={() => {
                const body = editQuote(draft);
                draftSession.change({ body, quote: null });
                editor.current?.replace(body);
                editor.current?.focus();
              }}
              onRemove={() => {
                draftSession.change({ quote: null });
                editor.current?.focus();
              }}
            />
          )}
          <Files draftSession={draftSession} />
        </div>
      </fieldset>
      {squire && draft.mode === "rich" && !isLocked && (
        <>
          {isLinking && <LinkBar squire={squire} onClose={() => setLinking(false)} />}
          {showsFormats && (
            <FormatBar
              squire={squire}
              onLink={() => setLinking(true)}
              onPicture={() => picturePicker.current?.click()}
            />
          )}
        </>
      )}
      <SendBar
        draftSession={draftSession}
        showsFormats={showsFormats}
        onFormats={() => setShowsFormats(!showsFormats)}
        onSend={ask}
        onAttach={() => picker.current?.click()}
        onReplyTo={() => fields.current?.show("replyTo")}
        onTemplate={() => templates.show("picker")}
        onSaveTemplate={() => templates.show("save")}
        onMode={() => {
          // The new editor sets itself up with the text in the other form.
          draftSession.change(changeMode(draftSession.draft));
        }}
        onDiscard={onDiscard}
      />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t("attach")}
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <input
        ref={picturePicker}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t("picture")}
        onChange={({ target }) => {
          insertFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      {templates.shows === "picker" && (
        <TemplatePicker
          client={draftSession.client}
          accountId={draft.accountId}
          onPick={(template) => void templates.insert(template)}
          onClose={() => templates.show(undefined)}
        />
      )}
      {templates.shows === "save" && (
        <SaveTemplate draftSession={draftSession} onClose={() => templates.show(undefined)} />
      )}
      {doubt && (
        <GuardPanel
          doubt={doubt}
          draftSession={draftSession}
          onIdentity={changeIdentity}
          onLeft={(findings) => setDoubt(findings.length > 0 ? { ...doubt, findings } : undefined)}
          onClose={() => setDoubt(undefined)}
          onSend={() => void send(doubt.at)}
        />
      )}
    </div>
  );
}
