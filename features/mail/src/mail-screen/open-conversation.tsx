import type { EmailRecord } from "@atrium/contract/types/email";
import { formatNumber } from "@atrium/i18n";
import { IconButton, OpenOutsideIcon } from "@atrium/ui";
import { useCallback, type ReactNode } from "react";
import { useActs } from "../acts/use-acts.ts";
import { useMay } from "../acts/use-may.ts";
import { ReaderToolbar } from "../reader/reader-toolbar.tsx";
import { Reader } from "../reader/reader.tsx";
import { useConversation, type Opened } from "../reader/use-conversation.ts";
import type { Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { openWindow } from "./open-window.ts";

const NONE: readonly EmailRecord[] = [];

/** The open conversation beside or in place of the list. */
export function OpenConversation({
  opened,
  ahead,
  account,
  of,
  folder,
  isTrash,
  mayArchive,
  onLabel,
  expandAll,
  row,
  total,
  showsBack,
  onKey,
  onRemove,
  onMove,
  onSnooze,
  onToggle,
  onBack,
  onNext,
  onPrevious,
}: {
  readonly opened: Opened;
  /** What is probably opened next. */
  readonly ahead: Opened | undefined;
  /** The shared account that it belongs to. */
  readonly account: string | undefined;
  /** What the account is called, where the list shows several. */
  readonly of: string | undefined;
  readonly folder: string | undefined;
  readonly isTrash: boolean;
  readonly mayArchive: boolean;
  /** Opens the menu of labels; where nothing may be changed there is none. */
  readonly onLabel: (() => void) | undefined;
  readonly expandAll: number;
  /** Where it stands in the list, -1 when it does not. */
  readonly row: number;
  /** `undefined` until the list is counted. */
  readonly total: number | undefined;
  readonly showsBack: boolean;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onRemove: (how: "archive" | "trash" | "junk", emails: readonly EmailRecord[]) => void;
  readonly onMove: (() => void) | undefined;
  readonly onSnooze: ((at: Point) => void) | undefined;
  readonly onToggle: ((kind: "pin" | "mute") => void) | undefined;
  readonly onBack: () => void;
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
}): ReactNode {
  const acts = useActs();
  const conversation = useConversation(opened, folder);
  const all = conversation.status === "ready" ? conversation.emails : NONE;
  const inFolder = all.filter(({ mailboxIds }) => folder !== undefined && mailboxIds[folder]);
  const emails = inFolder.length > 0 ? inFolder : all;
  const may = useMay(emails);
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  const position =
    total === undefined
      ? undefined
      : t("placeInList", { number: formatNumber(row + 1), total: formatNumber(total) });
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
      ahead={ahead}
      folder={folder}
      expandAll={expandAll}
      onKey={onKey}
      onBack={onBack}
      more={more}
      onLabel={onLabel}
      toolbar={
        <ReaderToolbar
          emails={emails}
          isForGood={isTrash}
          place={
            row >= 0 && (
              <span className="mail-bar-place">
                {[of, position].filter((part) => part !== undefined).join(" · ")}
              </span>
            )
          }
          acts={{
            ...(showsBack && { onBack }),
            ...(mayArchive && { onArchive: () => onRemove("archive", emails) }),
            ...(may.remove && { onTrash: () => onRemove("trash", emails) }),
            ...(may.junk && { onJunk: () => onRemove("junk", emails) }),
            ...(may.move && { onMove }),
            ...(may.snooze && row >= 0 && { onSnooze }),
            ...(may.mark && row >= 0 && { onToggle }),
            ...(may.read && {
              onUnread: () => acts.perform({ kind: "read", isRead: false }, emails.slice(-1)),
            }),
            ...(may.mark && {
              onStar: () =>
                acts.perform(
                  { kind: "star", isOn: !isStarred },
                  isStarred ? emails : emails.slice(-1),
                ),
            }),
            onNext,
            onPrevious,
          }}
        />
      }
    />
  );
}
