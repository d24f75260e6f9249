import { Mailbox, type MailboxRecord } from "@atrium/contract/types/mailbox";
import { Switch, toast } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { FolderPicker } from "../mailboxes/folder-picker.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import type { Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";

/** Asks where conversations go. */
export function AskFolder({
  at,
  kind: first,
  mailboxes,
  from,
  onPick,
  onClose,
}: {
  /** Where it opens. */
  readonly at: Point;
  readonly kind: "move" | "file";
  readonly mailboxes: Mailboxes;
  /** The folder that they are in, which is no choice. */
  readonly from: string | undefined;
  readonly onPick: (folder: string, kind: "move" | "file") => void;
  readonly onClose: () => void;
}): ReactNode {
  const { account } = useMail();
  const [kind, setKind] = useState(first);
  const folders = useMemo(
    () => mailboxes.list.filter((mailbox) => mailbox.id !== from && takesMail(mailbox)),
    [mailboxes, from],
  );
  const pick = (id: string): void => {
    onClose();
    onPick(id, kind);
  };
  return (
    <FolderPicker
      at={at}
      title={kind === "move" ? t("moveConversations") : t("fileConversations")}
      folders={folders}
      list={mailboxes.list}
      foot={
        <Switch
          label={t("keepHere")}
          checked={kind === "file"}
          onChange={(isOn) => setKind(isOn ? "file" : "move")}
        />
      }
      onPick={({ id }) => pick(id)}
      onCreate={(name) => {
        account.create(Mailbox, { name }).then(
          ({ id }) => pick(id),
          () => toast({ severity: "danger", message: t("folderRefused") }),
        );
      }}
      onClose={onClose}
    />
  );
}

/** Whether a person puts mail into it by hand. */
export function takesMail({ role, myRights }: MailboxRecord): boolean {
  return role !== "drafts" && role !== "sent" && role !== "scheduled" && myRights.mayAddItems;
}
