import type { EmailRecord } from "@atrium/contract/types/email";
import { CancelSendingIcon, IconButton, WriteIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { useActions } from "../actions/use-actions.ts";
import { listVerbLook } from "../actions/list-verb-look.tsx";
import { verbLook } from "../actions/verb-look.tsx";
import { below, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";

/** What a row's buttons do with the conversation it stands for. */
export interface RowActions {
  readonly archive?: ((row: string) => void) | undefined;
  readonly trash?: ((row: string) => void) | undefined;
  readonly snooze?: ((row: string, at: Point) => void) | undefined;
  /** Of what waits for its hour. */
  readonly edit?: ((row: string) => void) | undefined;
  readonly cancelSending?: ((row: string) => void) | undefined;
  /** Whether it may be marked as read, and starred. */
  readonly mayRead: boolean;
  readonly mayMark: boolean;
  readonly hover: (threadId: string) => void;
}

/** What stands in a row while the pointer is on it. Keys and the row's menu do the same. */
export function RowButtons({
  row,
  email,
  here,
  unread,
  actions: rowActions,
}: {
  /** The list's own name for it. */
  readonly row: string;
  readonly email: EmailRecord;
  /** The conversation's messages in this list, and those of them that are unread. */
  readonly here: readonly EmailRecord[];
  readonly unread: readonly EmailRecord[];
  readonly actions: RowActions;
}): ReactNode {
  const actions = useActions();
  const isUnread = unread.length > 0;
  return (
    <span className="mail-row-hover">
      {rowActions.edit && (
        <IconButton
          label={t("editMessage")}
          size="small"
          tabIndex={-1}
          icon={<WriteIcon />}
          onClick={() => rowActions.edit?.(row)}
        />
      )}
      {rowActions.cancelSending && (
        <IconButton
          label={t("cancelSending")}
          size="small"
          tabIndex={-1}
          icon={<CancelSendingIcon />}
          onClick={() => rowActions.cancelSending?.(row)}
        />
      )}
      {rowActions.archive && (
        <IconButton
          {...verbLook("archive")}
          size="small"
          tabIndex={-1}
          onClick={() => rowActions.archive?.(row)}
        />
      )}
      {rowActions.trash && (
        <IconButton
          {...verbLook("trash")}
          size="small"
          tabIndex={-1}
          onClick={() => rowActions.trash?.(row)}
        />
      )}
      {rowActions.snooze && (
        <IconButton
          {...verbLook("snooze")}
          size="small"
          tabIndex={-1}
          onClick={(event) => rowActions.snooze?.(row, below(event.currentTarget))}
        />
      )}
      {rowActions.mayRead && (
        <IconButton
          {...(isUnread ? listVerbLook("read") : verbLook("unread"))}
          size="small"
          tabIndex={-1}
          onClick={() =>
            actions.perform(
              { kind: "read", isRead: isUnread },
              isUnread ? unread : [here.at(-1) ?? email],
            )
          }
        />
      )}
    </span>
  );
}
