import type { IdentityRecord } from "@atrium/contract/types/identity";
import { useFileDrop } from "@atrium/dnd";
import { formatBytes, formatList } from "@atrium/i18n";
import { Banner, Button, Confirm } from "@atrium/ui";
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
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";
import { changeMode, editQuote } from "./change-mode.ts";
import { actOf } from "./composer-keys.ts";
import { describeLook } from "./describe-look.ts";
import { Editor, type EditorHandle } from "./editor.tsx";
import type { Squire } from "./engine.ts";
import { Fields, type FieldName, type FieldsHandle } from "./fields.tsx";
import { Files } from "./files.tsx";
import { FormatBar } from "./format-bar.tsx";
import { LinkBar } from "./link-bar.tsx";
import { isPicture } from "./pictures.ts";
import { PlainEditor } from "./plain-editor.tsx";
import { Quoted } from "./quoted.tsx";
import { rangeAt } from "./range-at.ts";
import { ScheduledBar } from "./scheduled-bar.tsx";
import { SendBar } from "./send-bar.tsx";
import { useSending } from "./use-sending.ts";
import "./composer.css";

/** A message being written, whole: the same in the dock and in a window of its own. */
export function Composer({
  writing,
  identities,
  people,
  onSent,
  onDiscard,
  onEscape,
}: {
  readonly writing: Writing;
  readonly identities: readonly IdentityRecord[];
  readonly people: People;
  readonly onSent: (sent: Sent) => void;
  readonly onDiscard: () => void;
  readonly onEscape?: () => void;
}): ReactNode {
  const view = useSyncExternalStore(writing.subscribe, writing.view);
  const { draft, isSending, isWaiting, apart, scheduled } = view;
  const [squire, setSquire] = useState<Squire>();
  const [isLinking, setLinking] = useState(false);
  const [showsFormats, setShowsFormats] = useState(() => matchMedia("(width > 640px)").matches);
  const editor = useRef<EditorHandle>(null);
  const fields = useRef<FieldsHandle>(null);
  const picker = useRef<HTMLInputElement>(null);
  const picturePicker = useRef<HTMLInputElement>(null);
  const [startsInText] = useState(() =>
    writing.look ? writing.look.focus === "text" : recipientsOf(draft).length > 0,
  );
  const lastFocus = useRef<Element>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const pointer = useRef<readonly [x: number, y: number]>(undefined);
  const isLocked = isSending || scheduled !== null;
  const { problem, setProblem, doubt, forgetDoubt, ask, send } = useSending({
    writing,
    view,
    isLocked,
    people,
    fields,
    onSent,
  });

  // Before the next key: what is typed right after `c` belongs here.
  useLayoutEffect(() => {
    const { look } = writing;
    if (!startsInText) {
      if (look?.focus !== null)
        fields.current?.focus(look?.focus as FieldName | undefined, look?.selection);
      arrived((typed) => fields.current?.type(typed));
    }
  }, [writing, startsInText]);
  const textIsHere = (): void => {
    const { look } = writing;
    // Once: another editor of the same message begins with what is written by then.
    queueMicrotask(() => writing.forgetLook());
    if (scroll.current && look) scroll.current.scrollTop = look.scroll;
    if (!startsInText) return;
    if (look?.selection && !look.rich) editor.current?.select(...look.selection);
    arrived((typed) => editor.current?.type(typed));
  };
  useEffect(
    () =>
      writing.shownBy({
        look: () =>
          describeLook(writing, lastFocus.current, fields.current, editor.current, scroll.current),
        refused: ({ files, what, limit }) =>
          setProblem({
            title: t("notAttached"),
            text: t(what === "each" ? "fileTooLarge" : "filesTooLarge", {
              names: formatList(files.map(({ name }) => name)),
              size: formatBytes(limit),
            }),
          }),
      }),
    [writing, setProblem],
  );

  const addFiles = (files: readonly File[]): void => {
    if (files.length > 0) void writing.uploads.add(files);
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
  const { ref: dropRef, over: isOver } = useFileDrop({ onDrop: dropFiles });

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
      leave: onEscape,
    });
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  const changeIdentity = (identity: IdentityRecord): void => {
    const body = changeSignature(draft, writing.identity, identity);
    writing.change({ identityId: identity.id, body });
    editor.current?.replace(body);
  };

  return (
    <div
      className="compose"
      tabIndex={-1}
      ref={dropRef}
      data-over={isOver || undefined}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        lastFocus.current = target;
      }}
      onDragOver={({ clientX, clientY }) => {
        pointer.current = [clientX, clientY];
      }}
    >
      {scheduled && (
        <ScheduledBar writing={writing} scheduled={scheduled} onTime={(at) => void send(at)} />
      )}
      {isWaiting && (
        <Banner
          severity="info"
          title={t("waitsForNetwork")}
          actions={
            <Button size="small" onClick={() => writing.wait(false)}>
              {t("doNotSend")}
            </Button>
          }
        />
      )}
      {apart && (
        <Banner
          severity="warning"
          title={t(apart === "sent" ? "wentBefore" : "elsewhere")}
          onClose={() => writing.acceptApart()}
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
          writing={writing}
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
              writing={writing}
              handle={editor}
              onReady={(made) => {
                setSquire(made);
                if (made) textIsHere();
              }}
              hasFocus={startsInText}
            />
          ) : (
            <PlainEditor
              writing={writing}
              handle={editor}
              hasFocus={startsInText}
              onReady={textIsHere}
            />
          )}
          {draft.quote && (
            <Quoted
              quote={draft.quote}
              draft={draft}
              client={writing.client}
              isPlain={draft.mode === "plain"}
              onEdit={() => {
                const body = editQuote(draft);
                writing.change({ body, quote: null });
                editor.current?.replace(body);
                editor.current?.focus();
              }}
              onRemove={() => {
                writing.change({ quote: null });
                editor.current?.focus();
              }}
            />
          )}
          <Files writing={writing} />
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
        writing={writing}
        showsFormats={showsFormats}
        onFormats={() => setShowsFormats(!showsFormats)}
        onSend={ask}
        onAttach={() => picker.current?.click()}
        onMode={() => {
          // The new editor sets itself up with the text in the other form.
          writing.change(changeMode(writing.draft));
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
      {doubt && (
        <Confirm
          open
          title={t("sendAnyway")}
          confirmLabel={t("send")}
          onClose={forgetDoubt}
          onConfirm={() => void send(doubt.at)}
        >
          {doubt.kinds.map((kind) => (
            <p key={kind}>{t(kind)}</p>
          ))}
        </Confirm>
      )}
    </div>
  );
}
