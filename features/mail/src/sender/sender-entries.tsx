import type { EmailRecord } from "@atrium/contract/types/email";
import type { Account, JmapClient } from "@atrium/jmap";
import { SearchIcon, TrashIcon, type MenuEntry } from "@atrium/ui";
import { nameOf } from "../email/participants.ts";
import { t } from "../strings/index.ts";
import { findMailFrom, trashMailFrom, type Sender } from "./mail-from.ts";

export function senderOf(email: EmailRecord | undefined): Sender | undefined {
  const from = email?.from?.[0];
  return from && from.email !== "" ? { name: nameOf(from), email: from.email } : undefined;
}

/** What a menu about a mail offers for all mail of who wrote it; nothing for one's own. */
export function senderEntries(
  email: EmailRecord | undefined,
  {
    client,
    account,
    home,
    own,
    isReadOnly,
  }: {
    readonly client: JmapClient;
    readonly account: Account;
    readonly home: Account;
    /** The person's own address. */
    readonly own: string;
    readonly isReadOnly: boolean;
  },
): readonly MenuEntry[] {
  const sender = senderOf(email);
  if (!sender || sender.email.toLowerCase() === own.toLowerCase()) return [];
  return [
    { separator: true },
    {
      id: "from",
      label: t("mailFrom", { name: sender.name }),
      icon: <SearchIcon />,
      onAct: () => findMailFrom(sender, account, home),
    },
    ...(isReadOnly
      ? []
      : [
          {
            id: "trash-from",
            label: t("trashFrom", { name: sender.name }),
            icon: <TrashIcon />,
            onAct: () => trashMailFrom(client, account, sender),
          },
        ]),
  ];
}
