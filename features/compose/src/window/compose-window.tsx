import type { SessionInfo } from "@atrium/contract/api/session";
import type { JmapClient } from "@atrium/jmap";
import { usePath } from "@atrium/shell";
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorCard,
  MailIcon,
  SentIcon,
  useTitle,
} from "@atrium/ui";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { Composer } from "../composer/composer.tsx";
import { loadEngine } from "../composer/load-engine.ts";
import { Waiting } from "../composer/waiting.tsx";
import { Panels, type Panel } from "../dock/panels.ts";
import type { Draft } from "../draft/draft.ts";
import { readAddresses } from "../draft/addresses.ts";
import { requestOf } from "../request.ts";
import { markOriginals, unsend, type Sent } from "../saving/send.ts";
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";
import { Countdown } from "./countdown.tsx";
import "./compose-window.css";

loadEngine().catch(() => undefined);

/** What became of the window's message. */
type End =
  | { readonly name: "sent"; readonly sent: Sent; readonly draft: Draft }
  | { readonly name: "discarded"; readonly draft: Draft };

type Reopened = Parameters<Panels["reopen"]>[0];

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
  onEnd,
}: {
  readonly panel: Panel;
  readonly address: string;
  readonly onEnd: (end: End) => void;
}): ReactNode {
  if (state.name === "ready")
    return (
      <>
        <Title writing={state.writing} address={address} />
        <Composer
          {...state}
          onSent={(sent) => onEnd({ name: "sent", sent, draft: state.writing.draft })}
          onDiscard={() => onEnd({ name: "discarded", draft: state.writing.discard() })}
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

function Title({
  writing,
  address,
}: {
  readonly writing: Writing;
  readonly address: string;
}): ReactNode {
  const { draft } = useSyncExternalStore(writing.subscribe, writing.view);
  const title = draft.subject.trim() || t("title");
  useTitle(title, address);
  return <h1 className="compose-window-title">{title}</h1>;
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
  readonly onUndone: (opened: Reopened) => void;
}): ReactNode {
  const isLater = end.name === "sent" && end.sent.sendAt !== null;
  const title =
    end.name === "discarded" ? t("doneDiscarded") : isLater ? t("doneLater") : t("doneTitle");
  useTitle(title, address);
  const [problem, setProblem] = useState<string>();
  const undo = async (): Promise<void> => {
    if (end.name === "discarded") {
      onUndone({ draft: end.draft, emailId: null, scheduled: null, isUnsaved: true });
      return;
    }
    try {
      if (await unsend(client, end.sent)) {
        void markOriginals(client, end.draft, false).catch(() => undefined);
        onUndone({ draft: end.draft, emailId: end.sent.emailId, scheduled: null });
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
              <Button onClick={() => void undo()}>{t("undo")}</Button>
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
