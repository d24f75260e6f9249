import type { EmailRecord } from "@atrium/contract/types/email";
import { AnswerPlace, useWrittenHere } from "@atrium/feature-compose/parts";
import { lazyPart } from "@atrium/shell";
import { Button, EmptyState, ErrorCard, MailIcon, Skeleton } from "@atrium/ui";
import {
  Activity,
  Fragment,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { isBack } from "../actions/marks.ts";
import { useActions } from "../actions/use-actions.ts";
import { useMayAnswer } from "../actions/use-may.ts";
import { whenIdle } from "../idle.ts";
import { useKeys } from "../keys/keys.ts";
import { ReaderLabels } from "../labels/reader-labels.tsx";
import { useMail } from "../mail.tsx";
import type { Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { useIsPhone } from "../use-media.ts";
import { withoutReply } from "../email/subject.ts";
import { ConversationNotice } from "./banners/conversation-notice.tsx";
import { AnswerBar, answers } from "./answer-bar.tsx";
import { isDraft, writesOn } from "./drafts.ts";
import { FIND_LIMITS } from "./find/limits.ts";
import { useFind } from "./find/use-find.tsx";
import { Message, MessageSkeleton, prepareAttachments, prepareHtmlMail } from "./message.tsx";
import { onceLookedAt } from "./once-looked-at.ts";
import { useConversation, type Opened } from "./use-conversation.ts";
import "./reader.css";
import "./reader-parts.css";

const LinkHint = lazyPart(() => import("./link-hint.tsx").then((module) => module.LinkHint));

interface PaneProps {
  /** The folder that it is shown in. */
  readonly folder: string | undefined;
  /** Further actions of one message. */
  readonly more?: (email: EmailRecord) => ReactNode;
  /** Opens the menu of labels. */
  readonly onLabel?: ((at: Point) => void) | undefined;
  /** Counts up to unfold every message. */
  readonly expandAll: number;
  readonly onKey: (event: KeyboardEvent) => void;
  /** Offered when the conversation is gone. */
  readonly onBack: () => void;
}

/** The open conversation. What is probably opened next is drawn out of sight, so that nobody waits for that. */
export function Reader({
  opened,
  ahead,
  toolbar,
  ...pane
}: PaneProps & {
  readonly opened: Opened;
  readonly ahead: Opened | undefined;
  readonly toolbar: ReactNode;
}): ReactNode {
  useEffect(prepareHtmlMail, []);
  useEffect(() => whenIdle(prepareAttachments), []);
  const panes = ahead && keyOf(ahead) !== keyOf(opened) ? [opened, ahead] : [opened];
  return (
    <section className="mail-reader" aria-label={t("conversation")} tabIndex={-1}>
      {toolbar}
      {panes.map((one) => (
        <Activity key={keyOf(one)} mode={one === opened ? "visible" : "hidden"}>
          <Pane opened={one} {...pane} />
        </Activity>
      ))}
      <LinkHint />
    </section>
  );
}

const keyOf = ({ threadId, message = "" }: Opened): string => `${threadId} ${message}`;

/** A conversation: its messages one below the other, those read before folded to a line. */
function Pane({
  opened,
  folder,
  onBack,
  ...shown
}: PaneProps & { readonly opened: Opened }): ReactNode {
  const conversation = useConversation(opened, folder);
  if (conversation.status === "ready") return <Messages emails={conversation.emails} {...shown} />;
  return (
    <div className="mail-reader-scroll">
      {conversation.status === "loading" && (
        <div className="a-late">
          <div className="mail-reader-title">
            <Skeleton width="50%" height={28} />
          </div>
          <MessageSkeleton />
        </div>
      )}
      {conversation.status === "failed" && (
        <ErrorCard title={t("conversationNotLoaded")} onRetry={conversation.retry}>
          {t("checkConnection")}
        </ErrorCard>
      )}
      {conversation.status === "gone" && (
        <EmptyState
          icon={<MailIcon />}
          title={t("conversationGone")}
          action={<Button onClick={onBack}>{t("backToList")}</Button>}
        >
          {t("conversationGoneWhy")}
        </EmptyState>
      )}
    </div>
  );
}

/** One folded message stays in sight above, as a sign that there is more. */
const FOLDED = 62;

/** So many unread messages are opened at once; a conversation of hundreds would keep one waiting for all of them. */
const MOST_OPEN = 20;

const isUnread = ({ keywords }: EmailRecord): boolean => keywords["$seen"] !== true;

function Messages({
  emails: all,
  more,
  onLabel,
  expandAll,
  onKey,
}: Omit<PaneProps, "folder" | "onBack"> & {
  readonly emails: readonly EmailRecord[];
}): ReactNode {
  const actions = useActions();
  const isPhone = useIsPhone();
  const written = useWrittenHere();
  const emails = useMemo(
    () => (all.some(({ id }) => written.has(id)) ? all.filter(({ id }) => !written.has(id)) : all),
    [all, written],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const lastId = emails.findLast((email) => !isDraft(email))?.id ?? emails.at(-1)!.id;
  // What was unread when the conversation was opened stays open; the newest is always worth reading.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set([
        ...emails
          .filter(isUnread)
          .slice(0, MOST_OPEN)
          .map(({ id }) => id),
        lastId,
      ]),
  );
  const [expanded, setExpanded] = useState(expandAll);
  const [newest, setNewest] = useState(lastId);
  if (expanded !== expandAll) {
    setExpanded(expandAll);
    setOpen(new Set(emails.map(({ id }) => id)));
  }
  if (newest !== lastId) {
    setNewest(lastId);
    setOpen(new Set([...open, lastId]));
  }

  // Opening marks as read, once; marked unread again by hand it stays so. A message that arrives meanwhile is read too.
  const { threadId } = emails[0]!;
  const marked = useRef<string>(undefined);
  useEffect(() => {
    if (marked.current === lastId) return undefined;
    return onceLookedAt(threadId, () => {
      marked.current = lastId;
      actions.perform({ kind: "read", isRead: true }, emails.filter(isUnread), true);
    });
  }, [actions, emails, lastId, threadId]);

  // What had come back stays on top until one goes on to something else: the list does not move under the reader's
  // eyes. What comes back while it is open is on top from then on.
  const [back] = useState(() => emails.filter((email) => isBack([email])));
  useEffect(() => () => actions.lookedAt(back), [actions, back]);

  // Down to the first message that is open, when what was read before fills the pane.
  useEffect(() => {
    const pane = scroller.current;
    const first = pane?.querySelector<HTMLElement>(".mail-message[data-open]");
    if (pane && first && first.offsetTop > pane.clientHeight / 2)
      pane.scrollTop = first.offsetTop - FOLDED;
  }, []);

  const { account } = useMail();
  const mayAnswer = useMayAnswer();
  // Nothing but a draft: there is nobody to answer.
  const hasWords = emails.some((email) => !isDraft(email));
  const write = useMemo(() => writesOn(account.id), [account.id]);
  useKeys({
    nextMessage: () => step(scroller.current, 1),
    previousMessage: () => step(scroller.current, -1),
    ...(mayAnswer && hasWords && answers(account.id, lastId)),
  });

  const toggle = useCallback((id: string) => {
    setOpen((before) => {
      const now = new Set(before);
      if (!now.delete(id)) now.add(id);
      return now;
    });
  }, []);

  // What is folded is not searched: all of it unfolds, and folds again but for the message in which one has ended.
  const folded = useRef(open);
  const find = useFind(scroller, {
    onOpen: () => {
      folded.current = open;
      const searched = emails.slice(-FIND_LIMITS.maxMessagesSearched).map(({ id }) => id);
      setOpen(new Set([...open, ...searched]));
    },
    onClose: (at) => {
      const ended = at === undefined ? undefined : emails[at]?.id;
      setOpen(new Set([...folded.current, ...(ended === undefined ? [] : [ended])]));
    },
  });
  const { onFrameKey } = find;
  const onMailKey = useCallback(
    (event: KeyboardEvent) => void (onFrameKey(event) || onKey(event)),
    [onFrameKey, onKey],
  );

  const subject = withoutReply(emails[0]!.subject ?? "");
  const messages = (
    <div className="mail-reader-scroll" ref={scroller} tabIndex={-1}>
      <div className="mail-reader-title">
        <h2 data-empty={!subject || undefined}>{subject || t("noSubject")}</h2>
        {emails.length > 1 && (
          <span className="mail-reader-count">{t("messages", { count: emails.length })}</span>
        )}
        <ReaderLabels emails={emails} onLabel={onLabel} />
      </div>
      {emails.length > 1 && <ConversationNotice emails={emails} />}
      {emails.map(({ id }) => (
        <Fragment key={id}>
          <Message
            id={id}
            isOpen={emails.length === 1 || open.has(id)}
            onToggle={emails.length > 1 ? toggle : undefined}
            onWrite={mayAnswer ? write : undefined}
            onKey={onMailKey}
            {...(more && { more })}
          />
          {/* On a phone what is written has the whole window. */}
          {mayAnswer && !isPhone && <AnswerPlace accountId={account.id} emailId={id} />}
        </Fragment>
      ))}
      {mayAnswer && hasWords && <AnswerBar accountId={account.id} emailId={lastId} />}
    </div>
  );
  return (
    <>
      {find.bar}
      {messages}
    </>
  );
}

/** Puts the focus on the next message's head, or the one before, and brings it into sight. */
function step(pane: HTMLElement | null, by: 1 | -1): void {
  const all = [...(pane?.querySelectorAll<HTMLElement>(".mail-head-toggle") ?? [])];
  const focused = all.findIndex((head) =>
    head.closest(".mail-message")?.contains(document.activeElement),
  );
  const from = focused < 0 ? (by > 0 ? -1 : all.length) : focused;
  const head = all[from + by];
  head?.focus({ preventScroll: true });
  head?.closest(".mail-message")?.scrollIntoView({ block: "start" });
}
