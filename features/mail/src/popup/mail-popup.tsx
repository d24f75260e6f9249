import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { useRecord } from "@atrium/jmap";
import { lazyPart, navigate } from "@atrium/shell";
import { ButtonLink, EmptyState, ErrorCard, MailIcon, useTitle } from "@atrium/ui";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { isMuted, isPinned, snoozedUntil } from "../actions/marks.ts";
import { useActions } from "../actions/use-actions.ts";
import { useMay, useMayAnswer } from "../actions/use-may.ts";
import { nameOf } from "../email/participants.ts";
import { useIdle } from "../idle.ts";
import { useKeys } from "../keys/keys.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { SUMMARY_WANT } from "../properties.ts";
import { isDraft, writesOn } from "../reader/drafts.ts";
import { AnswerBar, answers } from "../reader/answer-bar.tsx";
import { LinkHint } from "../reader/link-hint.tsx";
import { Message, MessageSkeleton, prepareHtmlMail } from "../reader/message.tsx";
import { ReaderToolbar } from "../reader/reader-toolbar.tsx";
import { whereToAsk, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { useTries } from "../use-tries.ts";
import "../reader/reader.css";
import "../reader/reader-parts.css";
import "./mail-popup.css";

const ConfirmDestroy = lazyPart(() =>
  import("../actions/confirm-destroy.tsx").then((m) => m.ConfirmDestroy),
);
const ConversationNotice = lazyPart(() =>
  import("../reader/banners/conversation-notice.tsx").then((m) => m.ConversationNotice),
);
const SnoozeMenu = lazyPart(() => import("../snooze/snooze-menu.tsx").then((m) => m.SnoozeMenu));
const ReaderLabels = lazyPart(() =>
  import("../labels/reader-labels.tsx").then((m) => m.ReaderLabels),
);
const LabelMenu = lazyPart(() => import("../labels/label-menu.tsx").then((m) => m.LabelMenu));

/** A mail in a window of its own (`/mail/popup/mails/ID`), with `?account=ID` one of a shared account. */
export function MailPopup({
  params: { id },
}: {
  readonly params: { readonly id: string };
}): ReactNode {
  const accountId = new URLSearchParams(location.search).get("account") ?? undefined;
  return (
    <AccountScope accountId={accountId}>
      <PopupMail id={id} />
    </AccountScope>
  );
}

function PopupMail({ id }: { readonly id: string }): ReactNode {
  const { account, session } = useMail();
  const email = useRecord(account, Email, id);
  useEffect(prepareHtmlMail, []);
  const load = useCallback(
    () =>
      Promise.all([
        account.fetch(Email, [id], SUMMARY_WANT),
        account.isWhole(Mailbox) ? undefined : account.fetchAll(Mailbox),
      ]),
    [account, id],
  );
  const { hasFailed, retry } = useTries(load);
  const sender = email?.from?.[0];
  useTitle(
    email?.subject?.trim() || (email ? t("noSubject") : t("mail")),
    sender && nameOf(sender),
    session.address,
  );

  if (email === null)
    return (
      <main className="mail-popup mail-popup-card">
        <EmptyState
          icon={<MailIcon />}
          title={t("mailGone")}
          action={<ButtonLink href="/">{t("toInbox")}</ButtonLink>}
        >
          {t("mailGoneWhy")}
        </EmptyState>
      </main>
    );
  if (!email)
    return (
      <main className="mail-popup">
        {hasFailed ? (
          <ErrorCard title={t("messageNotLoaded")} onRetry={retry}>
            {t("checkConnection")}
          </ErrorCard>
        ) : (
          <div className="mail-reader-scroll">
            <MessageSkeleton />
          </div>
        )}
      </main>
    );
  return <OneMail id={id} />;
}

/** Whether it may have labels: what stands in the title then comes with the title. */
const isMarked = ({ keywords }: EmailRecord): boolean =>
  Object.keys(keywords).some((keyword) => !keyword.startsWith("$"));

function OneMail({ id }: { readonly id: string }): ReactNode {
  const { account } = useMail();
  const actions = useActions();
  const mailboxes = useMailboxes();
  const email = useRecord(account, Email, id);
  const [isAsking, setAsking] = useState(false);
  const [asksHour, setAsksHour] = useState<Point>();
  const [isLabelling, setLabelling] = useState(false);
  const isIdle = useIdle();
  const list = useMemo(() => (email ? [email] : []), [email]);
  const may = useMay(list);
  const mayAnswer = useMayAnswer();
  const trash = mailboxes?.byRole("trash")?.id;
  const isTrash = trash !== undefined && email?.mailboxIds[trash] === true;
  const archive = mailboxes?.byRole("archive")?.id;
  const mayArchive =
    may.archive && !isTrash && archive !== undefined && email?.mailboxIds[archive] !== true;
  const isStarred = email?.keywords["$flagged"] === true;
  const reading = email !== null && email !== undefined && mailboxes !== undefined;

  useEffect(() => {
    const opened = account.get(Email, id);
    if (reading && opened) {
      actions.perform({ kind: "read", isRead: true }, [opened], true);
      actions.lookedAt([opened]);
    }
  }, [account, actions, id, reading]);

  const archiveIt = mayArchive ? () => actions.perform({ kind: "archive" }, list) : undefined;
  const trashIt = may.remove
    ? () => (isTrash ? setAsking(true) : actions.perform({ kind: "trash" }, list))
    : undefined;
  const starIt = may.mark
    ? () => actions.perform({ kind: "star", isOn: !isStarred }, list)
    : undefined;
  const unreadIt = may.read
    ? () => actions.perform({ kind: "read", isRead: false }, list)
    : undefined;
  const junkIt = may.junk && !isTrash ? () => actions.perform({ kind: "junk" }, list) : undefined;
  const toggle = may.mark
    ? (kind: "pin" | "mute") =>
        actions.perform({ kind, isOn: !(kind === "pin" ? isPinned : isMuted)(list) }, list)
    : undefined;
  const askSnooze = may.snooze && !isTrash ? (at: Point) => setAsksHour(at) : undefined;
  const askLabels = may.label ? () => setLabelling(true) : undefined;
  const onKey = useKeys({
    ...(archiveIt && { archive: archiveIt }),
    trash: trashIt,
    star: starIt,
    unread: unreadIt,
    read: may.read ? () => actions.perform({ kind: "read", isRead: true }, list) : undefined,
    label: askLabels,
    junk: junkIt,
    snooze: askSnooze && (() => askSnooze(whereToAsk())),
    pin: toggle && (() => toggle("pin")),
    mute: toggle && (() => toggle("mute")),
    undo: () => actions.undo(),
    goInbox: () => navigate("/"),
    ...(mayAnswer && answers(account.id, id)),
  });
  return (
    <main className="mail-popup mail-reader">
      <ReaderToolbar
        emails={list}
        isForGood={isTrash}
        actions={{
          onArchive: archiveIt,
          onTrash: trashIt,
          onJunk: junkIt,
          onSnooze: askSnooze,
          onToggle: toggle,
          onUnread: unreadIt,
          onStar: starIt,
        }}
      />
      <div className="mail-reader-scroll">
        <div className="mail-reader-title">
          <h1 data-empty={!email?.subject?.trim() || undefined}>
            {email?.subject?.trim() || t("noSubject")}
          </h1>
          {email && (isIdle || isMarked(email)) && (
            <ReaderLabels emails={list} onLabel={askLabels} />
          )}
        </div>
        {(isMuted(list) || snoozedUntil(list) !== undefined) && (
          <ConversationNotice emails={list} />
        )}
        <Message
          id={id}
          isOpen
          onKey={onKey}
          {...(mayAnswer && { onWrite: writesOn(account.id) })}
        />
        {mayAnswer && !list.some(isDraft) && <AnswerBar accountId={account.id} emailId={id} />}
      </div>
      <LinkHint />
      {asksHour && (
        <SnoozeMenu
          at={asksHour}
          accounts={[account]}
          until={snoozedUntil(list)}
          onPick={(until) => actions.perform({ kind: "snooze", until }, list)}
          onWake={() => actions.perform({ kind: "unsnooze" }, list)}
          onClose={() => setAsksHour(undefined)}
        />
      )}
      {isLabelling && email && (
        <LabelMenu
          rows={[[id]]}
          isAll
          onSet={(label, isOn) => actions.perform({ kind: "label", label, isOn }, list)}
          onClose={() => setLabelling(false)}
        />
      )}
      {isAsking && (
        <ConfirmDestroy
          count={1}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            actions.perform({ kind: "destroy" }, list);
          }}
        />
      )}
    </main>
  );
}
