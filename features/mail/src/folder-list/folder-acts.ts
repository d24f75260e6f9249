import { Mailbox, type MailboxRecord } from "@atrium/contract/types/mailbox";
import type { SetResponse } from "@atrium/contract/types/wire";
import { SetRefused, type Account, type JmapClient } from "@atrium/jmap";
import { dismissToast, toast } from "@atrium/ui";
import { wayBack } from "../acts/way-back.ts";
import { t } from "../strings/index.ts";

/** Makes a folder and answers its id once it is in the list. Rejects with `SetRefused` or as any call does. */
export async function createFolder(
  client: JmapClient,
  account: Account,
  name: string,
  parentId: string | null,
): Promise<string> {
  const { created, notCreated } = await client.call<SetResponse>("Mailbox/set", {
    accountId: account.id,
    create: { new: { name, parentId } },
  });
  const id = created?.["new"]?.["id"];
  if (typeof id !== "string") throw new SetRefused(notCreated ?? {});
  await account.sync();
  return id;
}

/** Gives a folder another name or another parent, at once and with a way back. */
export async function changeFolder(
  account: Account,
  folder: MailboxRecord,
  patch: { readonly name: string } | { readonly parentId: string | null },
  said: string,
): Promise<void> {
  await account.act({ type: Mailbox, update: { [folder.id]: patch } });
  const inverse = "name" in patch ? { name: folder.name } : { parentId: folder.parentId };
  const way = wayBack(() => {
    dismissToast(offer);
    account.act({ type: Mailbox, update: { [folder.id]: inverse } }).then(
      () => toast(t("undone")),
      () => toast({ severity: "danger", message: t("folderRefused") }),
    );
  });
  const offer = toast({ message: said, action: { label: t("undo"), onAct: way.take } });
}

/** Destroys a folder and those inside it, the innermost first; mail that is in no other folder goes with them. */
export async function destroyFolders(
  client: JmapClient,
  account: Account,
  innermostFirst: readonly string[],
  withMail: boolean,
): Promise<void> {
  for (const id of innermostFirst) {
    const { notDestroyed } = await client.call<SetResponse>("Mailbox/set", {
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
