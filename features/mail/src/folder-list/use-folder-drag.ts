import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { toast } from "@atrium/ui";
import { useEffect, useMemo, useRef } from "react";
import { useDragParts, type DraggedMail } from "../drag/use-drag-parts.ts";
import { useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { mayLieIn } from "./folder-tree.ts";

interface DraggedFolder {
  readonly kind: "folder";
  readonly accountId: string;
  readonly id: string;
}

type Dragged = DraggedMail | DraggedFolder;

/** Makes rows of the tree take mail and folders, and folders that may move be dragged. Answers a ref for each row. */
export function useFolderDrag(
  mailboxes: Mailboxes,
  isReadOnly: boolean,
): (id: string) => (element: HTMLElement | null) => (() => void) | undefined {
  const parts = useDragParts();
  const { account } = useMail();
  const latest = useRef(mailboxes);
  useEffect(() => {
    latest.current = mailboxes;
  });
  const ids = mailboxes.list.map(({ id }) => id).join();
  const refs = useMemo(() => {
    const fits = (data: unknown, target: MailboxRecord): data is Dragged => {
      if (!isDragged(data) || data.accountId !== account.id) return false;
      if (data.kind === "mail")
        return data.from !== target.id && target.myRights.mayAddItems && takes(target);
      const folder = latest.current.byId(data.id);
      return folder !== undefined && mayLieIn(latest.current.list, folder, target);
    };
    const move = async (id: string, into: string): Promise<void> => {
      const folder = latest.current.byId(id);
      if (!folder) return;
      const { moveFolder } = await import("./folder-questions.tsx");
      moveFolder(account, folder, into);
    };
    const attach = (element: HTMLElement, known: MailboxRecord): (() => void) | undefined => {
      const { id } = known;
      if (!parts || isReadOnly) return undefined;
      const folder = (): MailboxRecord => latest.current.byId(id) ?? known;
      const stops = [
        parts.attachDropTarget<Dragged>(element, () => ({
          accepts: (data): data is Dragged => fits(data, folder()),
          label: mailboxName(folder()),
          onDrop(data) {
            if (data.kind === "mail") data.drop(id);
            else
              move(data.id, id).catch(() =>
                toast({ severity: "danger", message: t("folderRefused") }),
              );
          },
        })),
        ...(known.role === null && known.myRights.mayRename
          ? [
              parts.attachDraggable<DraggedFolder>(element, () => ({
                data: () => ({ kind: "folder", accountId: account.id, id }),
                label: () => mailboxName(folder()),
              })),
            ]
          : []),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    };
    // One ref a row, so that rows are not let go and taken again whenever a count changes.
    return new Map(
      mailboxes.list.map((mailbox) => [
        mailbox.id,
        (element: HTMLElement | null) => (element ? attach(element, mailbox) : undefined),
      ]),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- counts change nothing of it; the rest is read when it is needed
  }, [parts, account, isReadOnly, ids]);
  return (id) => refs.get(id) ?? NO_REF;
}

const NO_REF = (): undefined => undefined;

/** Mail is written into Drafts and Sent, not carried there. */
function takes({ role }: MailboxRecord): boolean {
  return role !== "drafts" && role !== "sent" && role !== "scheduled";
}

function isDragged(data: unknown): data is Dragged {
  return (
    typeof data === "object" &&
    data !== null &&
    "kind" in data &&
    (data.kind === "mail" || data.kind === "folder")
  );
}
