import { Mailbox, type MailboxRecord } from "@atrium/contract/types/mailbox";
import { startTask } from "@atrium/feature-suite/parts";
import { Choice, Confirm, FormDialog, TextField, toast } from "@atrium/ui";
import { useState, type ReactNode } from "react";

import { WayBack } from "../actions/way-back.tsx";
import { useMail } from "../mail.tsx";
import { FolderPicker } from "../mailboxes/folder-picker.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { changeFolder, destroyFolders, refusalOf } from "./folder-actions.ts";
import type { FolderQuestion } from "./folder-menu.tsx";
import { mayLieIn, withInner } from "./folder-tree.ts";

/** Beyond this many messages the folder's name is typed before they are destroyed. */
const MANY = 1000;

/** Asks what has to be known before a folder is made, changed, emptied or deleted, and does it. */
export function FolderQuestions({
  question,
  mailboxes,
  onClose,
  onGone,
}: {
  readonly question: FolderQuestion;
  readonly mailboxes: Mailboxes;
  readonly onClose: () => void;
  /** These folders are no more. */
  readonly onGone: (ids: readonly string[]) => void;
}): ReactNode {
  const { account } = useMail();
  if (question.kind === "create" || question.kind === "rename")
    return <NameFolder question={question} onClose={onClose} />;
  const { kind, folder } = question;
  if (kind === "empty") return <EmptyFolder folder={folder} onClose={onClose} />;
  if (kind === "delete")
    return <DeleteFolder folder={folder} mailboxes={mailboxes} onClose={onClose} onGone={onGone} />;
  const move = (parentId: string | null): void => {
    onClose();
    moveFolder(account, folder, parentId);
  };
  return (
    <FolderPicker
      title={t("moveFolder")}
      folders={mailboxes.list.filter((parent) => mayLieIn(mailboxes.list, folder, parent))}
      list={mailboxes.list}
      {...(folder.parentId !== null && { top: { label: t("topLevel"), act: () => move(null) } })}
      onPick={({ id }) => move(id)}
      onClose={onClose}
    />
  );
}

/** Puts a folder into another one, or to the top; says so, or why not. */
export function moveFolder(
  account: Parameters<typeof changeFolder>[0],
  folder: MailboxRecord,
  parentId: string | null,
): void {
  const said = t("folderMoved", { folder: mailboxName(folder) });
  changeFolder(account, folder, { parentId }, said).catch((error: unknown) =>
    toast({ severity: "danger", message: refusalOf(error) }),
  );
}

function NameFolder({
  question,
  onClose,
}: {
  readonly question: Extract<FolderQuestion, { kind: "create" | "rename" }>;
  readonly onClose: () => void;
}): ReactNode {
  const { account } = useMail();
  const [name, setName] = useState(question.kind === "rename" ? question.folder.name : "");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isNew = question.kind === "create";
  const parent = isNew ? question.parent : null;
  const save = async (): Promise<void> => {
    const wanted = name.trim();
    if (wanted === "") {
      setError(t("folderNamed"));
      return;
    }
    setIsBusy(true);
    try {
      if (question.kind === "create") {
        await account.create(Mailbox, { name: wanted, parentId: question.parent?.id ?? null });
        toast(t("folderCreated", { folder: wanted }));
      } else if (wanted !== question.folder.name) {
        const said = t("folderRenamed", { folder: wanted });
        await changeFolder(account, question.folder, { name: wanted }, said);
      }
      onClose();
    } catch (refusal) {
      setError(refusalOf(refusal));
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title={isNew ? (parent ? t("newFolderInside") : t("newFolder")) : t("renameFolder")}
      onClose={onClose}
      confirmLabel={isNew ? t("create") : t("renameFolder")}
      busy={isBusy}
      onSubmit={() => void save()}
    >
      <TextField
        label={t("folderName")}
        {...(parent && { hint: mailboxName(parent) })}
        {...(error !== undefined && { error })}
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onFocus={(event) => event.target.select()}
      />
    </FormDialog>
  );
}

function EmptyFolder({
  folder,
  onClose,
}: {
  readonly folder: MailboxRecord;
  readonly onClose: () => void;
}): ReactNode {
  const { account } = useMail();
  const name = mailboxName(folder);
  return (
    <Confirm
      open
      danger
      title={t("emptyTitle", { folder: name })}
      confirmLabel={t("deleteForGood")}
      {...(folder.totalEmails >= MANY && { typeToConfirm: name })}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void startTask(account, "destroyEmails", t("bulkEmpty", { folder: name }), {
          source: { filter: { inMailbox: folder.id } },
        });
      }}
    >
      <p>{t("emptyWhat", { count: folder.totalEmails })}</p>
      <WayBack />
    </Confirm>
  );
}

function DeleteFolder({
  folder,
  mailboxes,
  onClose,
  onGone,
}: {
  readonly folder: MailboxRecord;
  readonly mailboxes: Mailboxes;
  readonly onClose: () => void;
  readonly onGone: (ids: readonly string[]) => void;
}): ReactNode {
  const { account, client } = useMail();
  const [wanted, setWanted] = useState<"trash" | "destroy">("trash");
  const all = withInner(mailboxes.list, folder.id);
  const ids = all.map(({ id }) => id);
  const below = all.length - 1;
  const mails = all.reduce((sum, { totalEmails }) => sum + totalEmails, 0);
  const trash = mailboxes.byRole("trash")?.id;
  const what = trash === undefined ? "destroy" : wanted;
  const name = mailboxName(folder);
  const destroy = async (withMail: boolean): Promise<void> => {
    try {
      onGone(ids);
      await destroyFolders(client, account, ids, withMail);
      toast(t("folderDeleted", { folder: name }));
    } catch (error) {
      toast({ severity: "danger", message: refusalOf(error) });
    }
  };
  const confirm = (): void => {
    onClose();
    if (mails === 0 || what === "destroy" || trash === undefined) {
      void destroy(mails > 0);
      return;
    }
    onGone(ids);
    void startTask(account, "changeEmails", t("deletingFolder", { folder: name }), {
      source: {
        filter: { operator: "OR", conditions: ids.map((id) => ({ inMailbox: id })) },
      },
      // What lies in another folder too stays there.
      changes: [{ do: "takeFrom", mailboxIds: ids, elseTo: trash }],
      destroyMailboxIds: ids,
    });
  };
  return (
    <Confirm
      open
      danger
      title={t("deleteFolderTitle", { folder: name })}
      confirmLabel={t("deleteFolder")}
      {...(what === "destroy" && mails >= MANY && { typeToConfirm: name })}
      onClose={onClose}
      onConfirm={confirm}
    >
      {below > 0 && <p>{t("deleteFolderBelow", { count: below })}</p>}
      {mails === 0 ? (
        <p>{t("deleteFolderEmpty")}</p>
      ) : (
        <>
          {trash !== undefined && (
            <Choice
              label={t("deleteFolderMail")}
              options={[
                { value: "trash", label: t("mailToTrash") },
                { value: "destroy", label: t("mailForGood") },
              ]}
              value={what}
              onChange={(value) => setWanted(value)}
            />
          )}
          {what === "destroy" && (
            <>
              <p>{t("emptyWhat", { count: mails })}</p>
              <WayBack />
            </>
          )}
        </>
      )}
    </Confirm>
  );
}
