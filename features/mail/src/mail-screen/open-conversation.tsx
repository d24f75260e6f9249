import type { EmailRecord } from "@atrium/contract/types/email";
import { formatNumber } from "@atrium/i18n";
import { Button, EmptyState, IconButton, MailIcon, OpenOutsideIcon } from "@atrium/ui";
import { useCallback, useRef, type ReactNode } from "react";
import { useActions } from "../actions/use-actions.ts";
import { reportsOn } from "../actions/report.ts";
import { useMay } from "../actions/use-may.ts";
import type { MailAction } from "../actions/verbs.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { LeaveContext } from "../reader/leaving.ts";
import { ReaderToolbar } from "../reader/reader-toolbar.tsx";
import { Reader } from "../reader/reader.tsx";
import { useConversation } from "../reader/use-conversation.ts";
import { t } from "../strings/index.ts";
import { useListController } from "./list-controller.ts";
import { sharedId, type ListShare } from "./mail-list.ts";
import { openWindow } from "./open-window.ts";
import { oneRow } from "./targets.ts";
import { useIsTight } from "./use-is-tight.ts";
import { WriteButton } from "./write-button.tsx";

/** Pixels of the bar in which every action of a conversation has its button. */
const ENOUGH = 420;
const NONE: readonly EmailRecord[] = [];

interface Opened {
  readonly threadId: string;
  readonly expandAll: number;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** The open conversation beside or in place of the list, in its account, also when it is not in the list. */
export function OpenConversation(opened: Opened): ReactNode {
  const { home } = useMail();
  const { place, list } = useListController();
  const [first] = list.shares;
  const share = place.owner
    ? list.shares.find(({ account }) => account.id === place.owner)
    : (list.shares.find(({ account }) => account === home) ?? first!);
  // Never the same name in another account.
  if (!share) return <ConversationGone />;
  const account = sharedId(share, home);
  return (
    <AccountScope accountId={account} isReadOnly={share.isReadOnly}>
      <Conversation {...opened} share={share} account={account} />
    </AccountScope>
  );
}

/** In place of a conversation of an account that one does not see. */
function ConversationGone(): ReactNode {
  const { cursor } = useListController();
  return (
    <div className="mail-nowhere">
      <EmptyState
        icon={<MailIcon />}
        title={t("conversationGone")}
        action={<Button onClick={cursor.close}>{t("backToList")}</Button>}
      >
        {t("conversationGoneWhy")}
      </EmptyState>
    </div>
  );
}

function Conversation({
  threadId,
  expandAll,
  onKey,
  share,
  account,
}: Opened & {
  readonly share: ListShare;
  /** The shared account that it belongs to. */
  readonly account: string | undefined;
}): ReactNode {
  const { place, list, view, isTrash, layout, cursor, steps, perform, marks, questions } =
    useListController();
  const actions = useActions();
  const folder = share.folder?.id;
  const opened = { threadId, message: place.message };
  const conversation = useConversation(opened, folder);
  const all = conversation.status === "ready" ? conversation.emails : NONE;
  const inFolder = all.filter(({ mailboxIds }) => folder !== undefined && mailboxIds[folder]);
  const emails = inFolder.length > 0 ? inFolder : all;
  const may = useMay(emails);
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  const row = view.idAt(cursor.openRow);
  const target = oneRow(row);
  const act = (action: MailAction) => (): void =>
    row === undefined ? actions.perform(action, emails) : perform(action, target);
  const inbox = share.mailboxes.byRole("inbox");
  const of = list.isMerged ? (share.name ?? t("ownMail")) : undefined;
  const bar = useRef<HTMLDivElement>(null);
  // Where the list is not beside it, the bar leads on to the next conversation.
  const isTight = useIsTight(bar, ENOUGH) && !layout.isOnePane;
  const number = formatNumber(cursor.openRow + 1);
  const position = view.isCounted
    ? t("placeInList", { number, total: formatNumber(view.length) })
    : undefined;
  const { home } = useMail();
  const { openRow } = cursor;
  const more = useCallback(
    ({ id }: EmailRecord) => (
      <IconButton
        label={t("openInWindow")}
        size="small"
        className="mail-head-window"
        icon={<OpenOutsideIcon />}
        onClick={() => openWindow(id, account, { list, view, row: openRow, home })}
      />
    ),
    [account, list, view, openRow, home],
  );
  const isJunk = share.folder?.role === "junk";
  const reports = reportsOn(emails, share.mailboxes.byRole("junk")?.id, may);
  // What is done with its only message is done with the conversation.
  const leaves = row !== undefined && (isJunk || all.length === 1);
  const leave = (action: MailAction): void => perform(action, target);
  const screen = (
    <Reader
      opened={opened}
      ahead={steps.ahead?.account === share.account ? steps.ahead : undefined}
      folder={folder}
      expandAll={expandAll}
      onKey={onKey}
      onBack={cursor.close}
      more={more}
      onLabel={
        row === undefined || !share.may.label ? undefined : (at) => questions.labels(target, at)
      }
      toolbar={
        <>
          <div ref={bar} />
          <ReaderToolbar
            emails={emails}
            isForGood={isTrash}
            isTight={isTight}
            place={
              <>
                {row !== undefined && (
                  <span className="mail-bar-place">
                    {[of, position].filter((part) => part !== undefined).join(" · ")}
                  </span>
                )}
                {layout.isOnePane && layout.isNarrow && !layout.isPhone && <WriteButton />}
              </>
            }
            actions={{
              ...(layout.isOnePane && { onBack: cursor.close }),
              ...(share.may.archive && { onArchive: act({ kind: "archive" }) }),
              ...(isTrash &&
                may.move &&
                inbox && { onInbox: act({ kind: "move", folder: inbox.id }) }),
              ...(may.remove && { onTrash: act({ kind: "trash" }) }),
              reports,
              onReport: (as) => act({ kind: "report", as })(),
              ...(may.read && {
                onUnread: () => actions.perform({ kind: "read", isRead: false }, emails.slice(-1)),
              }),
              ...(may.mark && {
                onStar: () =>
                  actions.perform(
                    { kind: "star", isOn: !isStarred },
                    isStarred ? emails : emails.slice(-1),
                  ),
              }),
              ...(row !== undefined && {
                ...(may.move && { onMove: (at) => questions.folder("move", target, at) }),
                ...(may.snooze &&
                  share.may.snooze && { onSnooze: (at) => questions.hour(target, at) }),
                onSteps: (action) => perform(action, target),
                ...(may.mark && { onToggle: (kind) => marks.toggle(kind, target) }),
              }),
              ...(steps.to(1) >= 0 && { onNext: () => steps.go(1) }),
              ...(cursor.openRow > 0 && { onPrevious: () => steps.go(-1) }),
            }}
          />
        </>
      }
    />
  );
  return <LeaveContext value={leaves ? leave : undefined}>{screen}</LeaveContext>;
}
