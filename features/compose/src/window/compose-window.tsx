import type { SessionInfo } from "@atrium/contract/api/session";
import type { JmapClient } from "@atrium/jmap";
import { loadEngine } from "@atrium/rich-text";
import { usePath } from "@atrium/shell";
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorCard,
  IconButton,
  MailIcon,
  SentIcon,
  ShrinkIcon as ToDockIcon,
  toast,
  useTitle,
} from "@atrium/ui";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { Composer } from "../composer/composer.tsx";
import { Waiting } from "../composer/waiting.tsx";
import { Panels, type Panel } from "../dock/panels.ts";
import type { Draft } from "../draft/draft.ts";
import { readAddresses } from "../draft/addresses.ts";
import type { ViewState } from "../draft/view-state.ts";
import { composeUrl, requestOf } from "../request.ts";
import { findDock, post } from "../saving/hand-over.ts";
import type { Opened } from "../saving/open.ts";
import { markOriginals, unsend, type Sent } from "../saving/send.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { Countdown } from "./countdown.tsx";
import "./compose-window.css";

loadEngine().catch(() => undefined);

/** What became of the window's message. */
type End =
  | { readonly name: "moved" }
  | {
      readonly name: "sent";
      readonly sent: Sent;
      readonly draft: Draft;
      readonly viewState: ViewState | undefined;
    }
  | { readonly name: "discarded"; readonly opened: Opened };

/** It is written elsewhere: a window that a script opened closes, another says so. */
function leave(onEnd: (end: End) => void): void {
  onEnd({ name: "moved" });
  window.close();
}

/** `/mail/write/`: one message in a window of its own. */
export function ComposeWindow({
  client,
  session,
}: {
  readonly client: JmapClient;
  readonly session: SessionInfo;
}): ReactNode {
  const { search } = usePath();
  const [panels] = useState(() => new Panels(client, session));
  const [end, setEnd] = useState<End>();
  const list = useSyncExternalStore(panels.subscribe, panels.list);
  const panel = list[0];
  useEffect(() => {
    if (panels.list().length === 0) panels.open(requestOf(search, readAddresses));
  }, [panels, search]);
  const isHere = panel !== undefined;
  useEffect(() => {
    if (!isHere) return undefined;
    return panels.give((id) => {
      panels.remove(id);
      leave(setEnd);
    });
  }, [panels, isHere]);

  const toDock = async (draftSession: DraftSession): Promise<void> => {
    const found = await findDock();
    if (found?.isFull) {
      toast({ severity: "warning", message: t("dockFull") });
      return;
    }
    const { key } = draftSession;
    if (!(await draftSession.handOver())) {
      toast({ severity: "warning", message: t("cannotMove") });
      return;
    }
    // Where no mail window is open this one becomes it, and finds there what it left.
    if (!found) {
      location.assign("/");
      return;
    }
    post({ kind: "take", dock: found.dock, key });
    if (window.opener instanceof Object) (window.opener as Window).focus();
    if (panel) panels.remove(panel.id);
    leave(setEnd);
  };

  if (end)
    return (
      <Ended
        end={end}
        client={client}
        address={session.address}
        onUndone={(opened) => {
          setEnd(undefined);
          panels.reopen(opened);
        }}
      />
    );
  return (
    <main className="compose-window" id="content">
      {panel && (
        <Message
          panel={panel}
          address={session.address}
          onToDock={(draftSession) => void toDock(draftSession)}
          onEnd={(one) => {
            panels.remove(panel.id);
            setEnd(one);
          }}
        />
      )}
    </main>
  );
}

function Message({
  panel: { state },
  address,
  onToDock,
  onEnd,
}: {
  readonly panel: Panel;
  readonly address: string;
  readonly onToDock: (draftSession: DraftSession) => void;
  readonly onEnd: (end: End) => void;
}): ReactNode {
  if (state.name === "ready")
    return (
      <>
        <Head
          draftSession={state.draftSession}
          address={address}
          onToDock={() => onToDock(state.draftSession)}
        />
        <Composer
          {...state}
          onSent={(sent) => {
            const { draftSession } = state;
            const { draft } = draftSession;
            onEnd({ name: "sent", sent, draft, viewState: draftSession.describe() });
          }}
          onDiscard={() => onEnd({ name: "discarded", opened: state.draftSession.discard() })}
        />
      </>
    );
  if (state.name === "opening") return <Waiting />;
  if (state.name === "failed")
    return (
      <ErrorCard title={t("notOpened")} onRetry={state.retry}>
        {t("checkConnection")}
      </ErrorCard>
    );
  return (
    <EmptyState
      icon={<MailIcon />}
      title={t("gone")}
      action={<ButtonLink href="/">{t("toMail")}</ButtonLink>}
    >
      {t("goneWhy")}
    </EmptyState>
  );
}

function Head({
  draftSession,
  address,
  onToDock,
}: {
  readonly draftSession: DraftSession;
  readonly address: string;
  readonly onToDock: () => void;
}): ReactNode {
  const { draft, save, isSending, scheduled } = useSyncExternalStore(
    draftSession.subscribe,
    draftSession.view,
  );
  const title = draft.subject.trim() || t("title");
  useTitle(title, address);
  const { key } = draftSession;
  const { accountId } = draft;
  const isKept = save !== "untouched" && !scheduled;
  useEffect(() => {
    // Loaded again, the window goes on with what was written in it.
    const url = composeUrl({ kind: "carried", key, accountId });
    if (isKept && location.pathname + location.search !== url)
      history.replaceState(history.state, "", url);
  }, [key, accountId, isKept]);
  return (
    <header className="compose-window-head">
      <h1 className="compose-window-title">{title}</h1>
      {!isSending && !scheduled && (
        <IconButton label={t("toDock")} icon={<ToDockIcon />} onClick={onToDock} />
      )}
    </header>
  );
}

function Ended({
  end,
  client,
  address,
  onUndone,
}: {
  readonly end: End;
  readonly client: JmapClient;
  readonly address: string;
  readonly onUndone: (opened: Opened) => void;
}): ReactNode {
  const isMoved = end.name === "moved";
  const isLater = end.name === "sent" && end.sent.sendAt !== null;
  const title = isMoved
    ? t("doneMoved")
    : end.name === "discarded"
      ? t("doneDiscarded")
      : isLater
        ? t("doneLater")
        : t("doneTitle");
  useTitle(title, address);
  const [problem, setProblem] = useState<string>();
  const undo = async (): Promise<void> => {
    if (end.name === "moved") return;
    if (end.name === "discarded") {
      onUndone(end.opened);
      return;
    }
    try {
      if (await unsend(client, end.sent)) {
        void markOriginals(client, end.draft, false).catch(() => undefined);
        const { draft, viewState } = end;
        onUndone({ draft, emailId: end.sent.emailId, scheduled: null, viewState });
      } else setProblem(t("tooLate"));
    } catch {
      setProblem(t("notReached"));
    }
  };
  return (
    <main className="compose-window compose-window-end">
      <EmptyState
        icon={<SentIcon />}
        title={title}
        action={
          <>
            {end.name === "sent" && !isLater ? (
              <Countdown until={end.sent.undoUntil} onUndo={() => void undo()} />
            ) : (
              !isMoved && <Button onClick={() => void undo()}>{t("undo")}</Button>
            )}
            <ButtonLink href="/">{t("toMail")}</ButtonLink>
          </>
        }
      >
        {problem ?? t("doneHow")}
      </EmptyState>
    </main>
  );
}
