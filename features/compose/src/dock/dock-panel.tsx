import type { JmapClient } from "@atrium/jmap";
import { useLayer } from "@atrium/state";
import {
  ChevronUpIcon,
  CloseIcon,
  EmptyState,
  ErrorCard,
  ExpandIcon,
  ForwardIcon,
  IconButton,
  MailIcon,
  MinusIcon,
  offerUndo,
  OpenOutsideIcon,
  PanelBottomIcon,
  ReplyIcon,
  ShrinkIcon,
  toast,
} from "@atrium/ui";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { createPortal, flushSync } from "react-dom";
import { Composer } from "../composer/composer.tsx";
import { arrived, lastOpener } from "../catch-typing.ts";
import { recipientsOf } from "../draft/draft.ts";
import { bringIntoSight, keepInSight } from "../inline/keep-in-sight.ts";
import { moveInto } from "../inline/move-into.ts";
import { placeOf, watchPlaces } from "../inline/places.ts";
import { showWrittenHere } from "../inline/written-here.ts";
import { composeUrl, openWindow } from "../request.ts";
import { post } from "../saving/hand-over.ts";
import { Waiting } from "../composer/waiting.tsx";
import { markOriginals } from "../saving/send.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { offerUnsend } from "./offer-unsend.ts";
import type { Panel, Panels, Shape } from "./panels.ts";

const NEVER = (): (() => void) => () => undefined;
const NOTHING = (): undefined => undefined;

/** One message with its frame: at the foot of the window, or below what it answers. */
export function DockPanel({
  panel,
  panels,
  client,
}: {
  readonly panel: Panel;
  readonly panels: Panels;
  readonly client: JmapClient;
}): ReactNode {
  const { id, state } = panel;
  const place = usePlace(panel);
  const isInline = panel.shape === "inline" && place !== undefined;
  const shape: Shape = panel.shape === "inline" && !isInline ? "small" : panel.shape;
  const draftSession = state.name === "ready" ? state.draftSession : undefined;
  const view = useSyncExternalStore<ReturnType<DraftSession["view"]> | undefined>(
    draftSession?.subscribe ?? NEVER,
    draftSession?.view ?? NOTHING,
  );
  const box = useRef<HTMLElement>(null);
  const back = useRef<Element | null>(lastOpener() ?? document.activeElement);
  const title = view?.draft.subject.trim() || t("title");
  const { host, slot } = useHost(panel, draftSession);
  useListedOnce(isInline ? draftSession : undefined);
  const isReady = state.name === "ready";
  useEffect(() => (isInline ? keepInSight(host) : undefined), [host, isInline, isReady]);

  useEffect(() => {
    const opener = back.current;
    // Who closes goes on where the message was begun.
    return () => {
      if (isNowhere()) goBackTo(opener);
    };
  }, []);

  /** What had the focus here last, and how far the text was scrolled: a hidden box forgets both. */
  const last = useRef<{ element: HTMLElement | null; scroll: number }>({
    element: null,
    scroll: 0,
  });
  const scrolled = (): Element | null | undefined => box.current?.querySelector(".compose-scroll");
  const goBack = (): void => {
    const { element, scroll } = last.current;
    const text = scrolled();
    if (text) text.scrollTop = scroll;
    const field = element?.isConnected
      ? element
      : box.current?.querySelector<HTMLElement>(
          view && recipientsOf(view.draft).length > 0
            ? ".rich-text"
            : ".compose-recipient-input, .compose-panel-title",
        );
    field?.focus();
  };
  const minimise = (): void => {
    last.current.scroll = scrolled()?.scrollTop ?? 0;
    flushSync(() => panels.reshape(id, "small"));
    box.current?.querySelector<HTMLElement>(".compose-panel-title")?.focus();
  };
  /** Elsewhere or in another size, and on with writing there. */
  const reshape = (to: Shape): void => {
    last.current.scroll = shape === "small" ? last.current.scroll : (scrolled()?.scrollTop ?? 0);
    flushSync(() => panels.reshape(id, to));
    goBack();
  };
  const restore = (): void => reshape("normal");
  /** From below a message back to it; what nothing was written in goes. */
  const leave = (): void => {
    if (draftSession?.isWorthKeeping === false) void close();
    else goBackTo(back.current);
  };
  const { asked } = panel;
  useEffect(() => {
    if (asked === 0) return;
    goBack();
    if (isInline) bringIntoSight(host);
    arrived(() => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- whenever it is asked for, and only then
  }, [asked]);
  const close = async (): Promise<void> => {
    if (!draftSession) {
      panels.remove(id);
      return;
    }
    const wasChanged = draftSession.isWorthKeeping && !view?.scheduled;
    try {
      await draftSession.close();
      if (draftSession.view().sent) return;
      if (wasChanged) panels.leave(id);
      else panels.remove(id);
      if (wasChanged) toast(t("savedToDrafts"));
    } catch {
      // It stays, and says that it is kept on this device only.
      if (!isInline) panels.reshape(id, "small");
      toast({ severity: "warning", message: t("keptHere") });
    }
  };
  const popOut = async (): Promise<void> => {
    if (!draftSession) return;
    const { key, emailId } = draftSession;
    const { accountId } = draftSession.draft;
    // At once, while the browser knows that it was asked for; it waits for what is handed over.
    const opened = openWindow({ kind: "carried", key, accountId, ...(emailId && { emailId }) });
    if (await draftSession.handOver()) {
      post({ kind: "given", key });
      panels.remove(id);
      if (!opened) location.assign(composeUrl({ kind: "carried", key, accountId }));
      return;
    }
    opened?.close();
    toast({ severity: "warning", message: t("cannotMove") });
  };
  const discard = (): void => {
    if (!draftSession) return;
    const wasWorthIt = draftSession.isWorthKeeping;
    const discarded = draftSession.discard();
    panels.remove(id);
    if (!wasWorthIt) return;
    offerUndo({ message: t("discarded"), onUndo: () => panels.reopen(discarded) });
  };

  // On a phone the way back is the way out of what fills the screen.
  useLayer(shape === "normal" || shape === "full", () =>
    view?.isSending ? minimise() : void close(),
  );

  const frame = (
    <section
      ref={box}
      className="compose-panel"
      data-shape={shape}
      data-keep-clear={!isInline || undefined}
      role="dialog"
      aria-label={title}
      onFocus={({ target }) => {
        if (target.closest(".compose-body")) last.current.element = target;
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        if (event.shiftKey) goBackTo(back.current);
        else if (isInline) leave();
        else if (shape !== "small") minimise();
        else return;
        event.preventDefault();
        // The window's own key for it would lead right back.
        event.stopPropagation();
      }}
    >
      <header className="compose-panel-head">
        {isInline ? (
          <h3 className="compose-panel-title">
            {view?.draft.forwards ? <ForwardIcon /> : <ReplyIcon />}
            {t(view?.draft.forwards ? "forwarding" : "reply")}
          </h3>
        ) : (
          <button
            type="button"
            className="compose-panel-title"
            aria-expanded={shape !== "small"}
            title={shape === "small" ? t("restore") : t("minimise")}
            onClick={shape === "small" ? restore : minimise}
          >
            {title}
          </button>
        )}
        {!isInline && (
          <IconButton
            size="small"
            label={shape === "small" ? t("restore") : t("minimise")}
            icon={shape === "small" ? <ChevronUpIcon /> : <MinusIcon />}
            tooltipSide="top"
            onClick={shape === "small" ? restore : minimise}
          />
        )}
        <span className="compose-panel-wide">
          {isInline ? (
            <IconButton
              size="small"
              label={t("toFoot")}
              icon={<PanelBottomIcon />}
              tooltipSide="top"
              onClick={() => reshape("normal")}
            />
          ) : (
            place &&
            shape === "normal" && (
              <IconButton
                size="small"
                label={t("toPlace")}
                icon={<ReplyIcon />}
                tooltipSide="top"
                onClick={() => reshape("inline")}
              />
            )
          )}
          {!isInline && shape !== "small" && (
            <IconButton
              size="small"
              label={shape === "full" ? t("shrink") : t("expand")}
              icon={shape === "full" ? <ShrinkIcon /> : <ExpandIcon />}
              tooltipSide="top"
              onClick={() => reshape(shape === "full" ? "normal" : "full")}
            />
          )}
          {draftSession && !view?.isSending && !view?.scheduled && (
            <IconButton
              size="small"
              label={t("popOut")}
              icon={<OpenOutsideIcon />}
              tooltipSide="top"
              onClick={() => void popOut()}
            />
          )}
        </span>
        <IconButton
          size="small"
          label={t("close")}
          icon={<CloseIcon />}
          tooltipSide="top"
          disabled={view?.isSending === true}
          onClick={() => void close()}
        />
      </header>
      {/* What is minimised keeps its caret and its way back. */}
      <div className="compose-panel-body" hidden={shape === "small"}>
        {state.name === "ready" && (
          <Composer
            draftSession={state.draftSession}
            identities={state.identities}
            people={state.people}
            onEscape={isInline ? leave : minimise}
            onDiscard={discard}
            onSent={(sent) => {
              const { draft } = state.draftSession;
              const viewState = state.draftSession.describe();
              panels.remove(id);
              offerUnsend(client, sent, () => {
                void markOriginals(client, draft, false).catch(() => undefined);
                panels.reopen({ draft, emailId: sent.emailId, scheduled: null, viewState });
              });
            }}
          />
        )}
        {state.name === "opening" && <Waiting />}
        {state.name === "gone" && (
          <EmptyState icon={<MailIcon />} title={t("gone")}>
            {t("goneWhy")}
          </EmptyState>
        )}
        {state.name === "failed" && (
          <ErrorCard title={t("notOpened")} onRetry={state.retry}>
            {t("checkConnection")}
          </ErrorCard>
        )}
      </div>
    </section>
  );
  return (
    <>
      <div className="compose-slot" ref={slot} />
      {createPortal(frame, host)}
    </>
  );
}

/** Where it can be written below what it answers, if that is open. */
function usePlace({ answers }: Panel): HTMLElement | undefined {
  return useSyncExternalStore(watchPlaces, () => answers && placeOf(answers.place));
}

/** What holds the frame, and moves with everything in it: to below the message, and back before that goes. */
function useHost(
  { shape, answers }: Panel,
  draftSession: DraftSession | undefined,
): {
  readonly host: HTMLElement;
  readonly slot: (element: HTMLElement | null) => void;
} {
  const [host] = useState(() => {
    const made = document.createElement("div");
    made.className = "compose-host";
    return made;
  });
  const docked = useRef<HTMLElement>(null);
  const place = shape === "inline" ? answers?.place : undefined;
  const settle = useCallback((): void => {
    const target = (place !== undefined && placeOf(place)) || docked.current;
    if (target) moveInto(host, target, draftSession?.holdSelection);
  }, [host, place, draftSession]);
  // Before what is in it has its effects: a field that is not in the document cannot take the focus.
  const slot = useCallback(
    (element: HTMLElement | null) => {
      docked.current = element;
      settle();
    },
    [settle],
  );
  useLayoutEffect(() => watchPlaces(settle), [settle]);
  useLayoutEffect(() => () => host.remove(), [host]);
  return { host, slot };
}

/** The conversation does not list the draft, in whatever version, while it is written in it. */
function useListedOnce(draftSession: DraftSession | undefined): void {
  const emailId = useSyncExternalStore(
    draftSession?.subscribe ?? NEVER,
    () => draftSession?.emailId,
  );
  const versions = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    if (!draftSession || !emailId) return undefined;
    // The one before is there until the change comes.
    versions.current = [...versions.current.slice(-1), emailId];
    return showWrittenHere(versions.current);
  }, [draftSession, emailId]);
}

/** To where the message was begun, or to the window's own part where that is gone. */
function goBackTo(opener: Element | null): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  (isThere ? opener : document.getElementById("content"))?.focus({ preventScroll: true });
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
