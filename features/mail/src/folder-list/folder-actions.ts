import { Mailbox, type MailboxRecord } from "@atrium/contract/types/mailbox";
import { SetRefused, type Account, type JmapClient } from "@atrium/jmap";
import { offerUndo, toast } from "@atrium/ui";
import { t } from "../strings/index.ts";

/** Gives a folder another name or another parent, at once and with a way back. */
export async function changeFolder(
  account: Account,
  folder: MailboxRecord,
  patch: { readonly name: string } | { readonly parentId: string | null },
  said: string,
): Promise<void> {
  await account.mutate({ type: Mailbox, update: { [folder.id]: patch } });
  const inverse = "name" in patch ? { name: folder.name } : { parentId: folder.parentId };
  offerUndo({
    message: said,
    onUndo: () =>
      void account.mutate({ type: Mailbox, update: { [folder.id]: inverse } }).then(
        () => toast(t("undone")),
        () => toast({ severity: "danger", message: t("folderRefused") }),
      ),
  });
}

/** Destroys a folder and those inside it, the innermost first; mail that is in no other folder goes with them. */
export async function destroyFolders(
  client: JmapClient,
  account: Account,
  innermostFirst: readonly string[],
  withMail: boolean,
): Promise<void> {
  for (const id of innermostFirst) {
    const { notDestroyed } = await client.call("Mailbox/set", {
      accountId: account.id,
      destroy: [id],
      onDestroyRemoveEmails: withMail,
    });
    if (notDestroyed?.[id]) throw new SetRefused(notDestroyed);
  }
  await account.sync();
}

/** What went wrong, in words for the field of a folder's name. */
export function refusalOf(error: unknown): string {
  const kinds =
    error instanceof SetRefused ? Object.values(error.refused).map(({ type }) => type) : [];
  return kinds.includes("alreadyExists") ? t("folderTaken") : t("folderRefused");
}
