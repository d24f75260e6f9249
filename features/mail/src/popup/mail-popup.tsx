import { href } from "@atrium/contract/href";
import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { useRecord } from "@atrium/jmap";
import { lazyPart, navigate } from "@atrium/shell";
import { usePreferences, useTries } from "@atrium/state";
import { ButtonLink, EmptyState, ErrorCard, MailIcon, useTitle } from "@atrium/ui";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { isMuted, isPinned, snoozedUntil } from "../actions/marks.ts";
import { useActions } from "../actions/use-actions.ts";
import { reportsOn, type ReportKind } from "../actions/report.ts";
import { useMay, useMayAnswer } from "../actions/use-may.ts";
import { leavesList, type MailAction } from "../actions/verbs.ts";
import { nameOf } from "../email/participants.ts";
import { afterFocusReturns, hasFocusNowhere } from "../focus.ts";
import { useIdle } from "../idle.ts";
import { useKeys } from "../keys/keys.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { SUMMARY_WANT } from "../properties.ts";
import { isDraft, writesOn } from "../reader/drafts.ts";
import { AnswerBar, answers } from "../reader/answer-bar.tsx";
import { LeaveContext } from "../reader/leaving.ts";
import { useFind } from "../reader/find/use-find.tsx";
import { useQuickStepVerbs } from "../quick-steps/use-quick-steps.tsx";
import { Message, MessageSkeleton, prepareHtmlMail } from "../reader/message.tsx";
import { ReaderToolbar, type ReaderActions } from "../reader/reader-toolbar.tsx";
import { whereToAsk, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { forgetRow, rowsBeside, type PopupRow } from "../popup-rows.ts";
import "../reader/reader.css";
import "../reader/reader-parts.css";
import "./mail-popup.css";

const ConfirmDestroy = lazyPart(() =>
  import("../actions/confirm-destroy.tsx").then((m) => m.ConfirmDestroy),
);
const LinkHint = lazyPart(() => import("../reader/link-hint.tsx").then((m) => m.LinkHint));
const AskFolder = lazyPart(() => import("../mail-screen/ask-folder.tsx").then((m) => m.AskFolder));
const SnoozeMenu = lazyPart(() => import("../snooze/snooze-menu.tsx").then((m) => m.SnoozeMenu));
const ReaderLabels = lazyPart(() =>
  import("../labels/reader-labels.tsx").then((m) => m.ReaderLabels),
);
const LabelMenu = lazyPart(() => import("../labels/label-menu.tsx").then((m) => m.LabelMenu));

/** In place of one that is not this person's. */
export const NotForYou = lazyPart<{ readonly params: unknown }>(() =>
  import("./not-for-you.tsx").then((m) => m.NotForYou),
);

/** A mail in a window of its own (`/mail/popup/mails/ID`), with `?account=ID` one of a shared account. */
export function MailPopup({
  params: { id },
}: {
  readonly params: { readonly id: string };
}): ReactNode {
  const account = new URLSearchParams(location.search).get("account") ?? undefined;
  const { previous, next } = useMemo(() => rowsBeside({ id, account }), [id, account]);
  const steps = { onPrevious: previous && (() => go(previous)), onNext: next && (() => go(next)) };
  const afterAct = usePreferences((all) => all.afterAct) ?? "next";
  const onLeft = (): void => {
    const to = afterAct === "previous" ? (previous ?? next) : (next ?? previous);
    if (afterAct !== "list" && to) {
      forgetRow({ id, account });
      go(to);
    }
    focusShown();
  };
  return (
    <AccountScope accountId={account}>
      <PopupMail id={id} steps={steps} onLeft={onLeft} />
    </AccountScope>
  );
}

type Steps = Pick<ReaderActions, "onPrevious" | "onNext">;

/** Leads on in the same window, whose way back leads back. */
const go = ({ id, account }: PopupRow): void =>
  navigate(
    href(
      "/mail/popup/mails/:id",
      { id },
      new URLSearchParams(account === undefined ? {} : { account }),
    ),
  );

interface Opened {
  readonly id: string;
  readonly steps: Steps;
  /** Goes on to what comes next, as the person's setting says, when the message has left the list that it was opened from. */
  readonly onLeft: () => void;
}

/** Where the keyboard was on what is gone, it goes to the heading of what is shown, or to the way back. */
function focusShown(): void {
  afterFocusReturns(() => {
    if (!hasFocusNowhere()) return;
    document.querySelector<HTMLElement>(".mail-popup-card a, .mail-popup h1")?.focus();
  });
}

function PopupMail({ id, steps, onLeft }: Opened): ReactNode {
  const { account, session } = useMail();
  const email = useRecord(account, Email, id);
  useEffect(prepareHtmlMail, []);
  useKeys({ next: steps.onNext, previous: steps.onPrevious });
  const load = useCallback(
    () =>
      Promise.all([
        account.fetch(Email, [id], SUMMARY_WANT),
        account.isWhole(Mailbox) ? undefined : account.fetchAll(Mailbox),
      ]),
    [account, id],
  );
  const { hasFailed, retry } = useTries(load);
  const shown = email === null ? "gone" : email && id;
  const before = useRef(shown);
  useEffect(() => {
    // A window that opens leaves the focus to the page.
    if (shown !== undefined && before.current !== undefined && before.current !== shown)
      focusShown();
    before.current = shown ?? before.current;
  }, [shown]);
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
  return <OneMail key={id} id={id} steps={steps} onLeft={onLeft} />;
}

/** Whether it may have labels: what stands in the title then comes with the title. */
const isMarked = ({ keywords }: EmailRecord): boolean =>
  Object.keys(keywords).some((keyword) => !keyword.startsWith("$"));

function OneMail({ id, steps, onLeft }: Opened): ReactNode {
  const { account } = useMail();
  const actions = useActions();
  const mailboxes = useMailboxes();
  const email = useRecord(account, Email, id);
  const [isAsking, setAsking] = useState(false);
  const [asksHour, setAsksHour] = useState<Point>();
  const [labelsAt, setLabelsAt] = useState<Point>();
  const [foldersAt, setFoldersAt] = useState<Point>();
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

  const folders = Object.keys(email?.mailboxIds ?? {});
  const perform = (action: MailAction): void => {
    actions.perform(action, list);
    if (leavesList(action, mailboxes?.byId(folders[0] ?? "")?.role)) onLeft();
  };
  const archiveIt = mayArchive ? () => perform({ kind: "archive" }) : undefined;
  const inbox = mailboxes?.byRole("inbox");
  const inboxIt =
    isTrash && may.move && inbox ? () => perform({ kind: "move", folder: inbox.id }) : undefined;
  const trashIt = may.remove
    ? () => (isTrash ? setAsking(true) : perform({ kind: "trash" }))
    : undefined;
  const starIt = may.mark
    ? () => actions.perform({ kind: "star", isOn: !isStarred }, list)
    : undefined;
  const unreadIt = may.read
    ? () => actions.perform({ kind: "read", isRead: false }, list)
    : undefined;
  const reports = isTrash || !email ? [] : reportsOn(list, mailboxes?.byRole("junk")?.id, may);
  const reportIt = (as: ReportKind): void => perform({ kind: "report", as });
  const toggle = may.mark
    ? (kind: "pin" | "mute") =>
        perform({ kind, isOn: !(kind === "pin" ? isPinned : isMuted)(list) })
    : undefined;
  const askSnooze = may.snooze && !isTrash ? (at: Point) => setAsksHour(at) : undefined;
  const askLabels = may.label ? setLabelsAt : undefined;
  const askFolder = may.move ? setFoldersAt : undefined;
  useQuickStepVerbs(account, may, perform);
  const pane = useRef<HTMLDivElement>(null);
  const find = useFind(pane);
  const onKey = useKeys({
    ...(archiveIt && { archive: archiveIt }),
    trash: trashIt,
    star: starIt,
    unread: unreadIt,
    read: may.read ? () => actions.perform({ kind: "read", isRead: true }, list) : undefined,
    label: askLabels && (() => askLabels(whereToAsk("label"))),
    move: askFolder && (() => askFolder(whereToAsk("move"))),
    ...Object.fromEntries(reports.map((as) => [as, () => reportIt(as)])),
    snooze: askSnooze && (() => askSnooze(whereToAsk("snooze"))),
    pin: toggle && (() => toggle("pin")),
    mute: toggle && (() => toggle("mute")),
    undo: () => actions.undo(),
    goInbox: () => navigate("/"),
    ...(mayAnswer && answers(account.id, id)),
  });
  const { onFrameKey } = find;
  const onMailKey = useCallback(
    (event: KeyboardEvent) => void (onFrameKey(event) || onKey(event)),
    [onFrameKey, onKey],
  );
  return (
    <main className="mail-popup mail-reader">
      <ReaderToolbar
        emails={list}
        isForGood={isTrash}
        actions={{
          ...steps,
          onArchive: archiveIt,
          onInbox: inboxIt,
          onTrash: trashIt,
          reports,
          onReport: reportIt,
          onMove: askFolder,
          onSnooze: askSnooze,
          onSteps: perform,
          onToggle: toggle,
          onUnread: unreadIt,
          onStar: starIt,
        }}
      />
      {find.bar}
      <div className="mail-reader-scroll" ref={pane} tabIndex={-1}>
        <div className="mail-reader-title">
          <h1 tabIndex={-1} data-empty={!email?.subject?.trim() || undefined}>
            {email?.subject?.trim() || t("noSubject")}
          </h1>
          {email && (isIdle || isMarked(email)) && (
            <ReaderLabels emails={list} onLabel={askLabels} />
          )}
        </div>
        <LeaveContext value={perform}>
          <Message
            id={id}
            isOpen
            onKey={onMailKey}
            {...(mayAnswer && { onWrite: writesOn(account.id) })}
          />
        </LeaveContext>
        {mayAnswer && !list.some(isDraft) && <AnswerBar accountId={account.id} emailId={id} />}
      </div>
      {isIdle && <LinkHint />}
      {asksHour && (
        <SnoozeMenu
          at={asksHour}
          accounts={[account]}
          until={snoozedUntil(list)}
          onPick={(until) => perform({ kind: "snooze", until })}
          onWake={() => actions.perform({ kind: "unsnooze" }, list)}
          onClose={() => setAsksHour(undefined)}
        />
      )}
      {labelsAt && email && (
        <LabelMenu
          at={labelsAt}
          rows={[[id]]}
          isAll
          onSet={(label, isOn) => actions.perform({ kind: "label", label, isOn }, list)}
          onClose={() => setLabelsAt(undefined)}
        />
      )}
      {foldersAt && mailboxes && email && (
        <AskFolder
          at={foldersAt}
          kind="move"
          mailboxes={mailboxes}
          from={folders[0]}
          onPick={(folder, kind) => perform({ kind, folder })}
          onClose={() => setFoldersAt(undefined)}
        />
      )}
      {isAsking && (
        <ConfirmDestroy
          count={1}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            perform({ kind: "destroy" });
          }}
        />
      )}
    </main>
  );
}
