import type { EmailRecord } from "@atrium/contract/types/email";
import { formatNumber } from "@atrium/i18n";
import { IconButton, OpenOutsideIcon } from "@atrium/ui";
import { useCallback, type ReactNode } from "react";
import { useActions } from "../actions/use-actions.ts";
import { useMay } from "../actions/use-may.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { ReaderToolbar } from "../reader/reader-toolbar.tsx";
import { Reader } from "../reader/reader.tsx";
import { useConversation } from "../reader/use-conversation.ts";
import { t } from "../strings/index.ts";
import { useListController } from "./list-controller.ts";
import { sharedId, type ListShare } from "./mail-list.ts";
import { openWindow } from "./open-window.ts";
import { oneRow } from "./targets.ts";

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
  const owner = place.owner ?? first!.account.id;
  const share = list.shares.find(({ account }) => account.id === owner) ?? first!;
  const account = sharedId(share, home);
  return (
    <AccountScope accountId={account} isReadOnly={share.isReadOnly}>
      <Conversation {...opened} share={share} account={account} />
    </AccountScope>
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
  const remove = (kind: "archive" | "trash" | "junk") => (): void =>
    row === undefined ? actions.perform({ kind }, emails) : perform({ kind }, target);
  const of = list.isMerged ? (share.name ?? t("ownMail")) : undefined;
  const number = formatNumber(cursor.openRow + 1);
  const position = view.isCounted
    ? t("placeInList", { number, total: formatNumber(view.length) })
    : undefined;
  const more = useCallback(
    ({ id }: EmailRecord) => (
      <IconButton
        label={t("openInWindow")}
        size="small"
        className="mail-head-window"
        icon={<OpenOutsideIcon />}
        onClick={() => openWindow(id, account)}
      />
    ),
    [account],
  );
  return (
    <Reader
      opened={opened}
      ahead={steps.ahead?.account === share.account ? steps.ahead : undefined}
      folder={folder}
      expandAll={expandAll}
      onKey={onKey}
      onBack={cursor.close}
      more={more}
      onLabel={row === undefined || !share.may.label ? undefined : () => questions.labels(target)}
      toolbar={
        <ReaderToolbar
          emails={emails}
          isForGood={isTrash}
          place={
            row !== undefined && (
              <span className="mail-bar-place">
                {[of, position].filter((part) => part !== undefined).join(" · ")}
              </span>
            )
          }
          actions={{
            ...(layout.isOnePane && { onBack: cursor.close }),
            ...(share.may.archive && { onArchive: remove("archive") }),
            ...(may.remove && { onTrash: remove("trash") }),
            ...(may.junk && { onJunk: remove("junk") }),
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
              ...(may.move && { onMove: () => questions.folder("move", target) }),
              ...(may.snooze &&
                share.may.snooze && { onSnooze: (at) => questions.hour(target, at) }),
              ...(may.mark && { onToggle: (kind) => marks.toggle(kind, target) }),
            }),
            ...(steps.to(1) >= 0 && { onNext: () => steps.go(1) }),
            ...(cursor.openRow > 0 && { onPrevious: () => steps.go(-1) }),
          }}
        />
      }
    />
  );
}
