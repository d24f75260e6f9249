import type { EmailRecord } from "@atrium/contract/types/email";
import type { Account, JmapClient } from "@atrium/jmap";
import { BlockIcon, SearchIcon, toast, TrashIcon, type MenuEntry } from "@atrium/ui";
import { nameOf } from "../email/participants.ts";
import { t } from "../strings/index.ts";
import type { Blocked } from "../rules/block.ts";
import type { Sender } from "./mail-from.ts";

/** Does what is needed only once somebody asks for it. */
function act(what: (code: typeof import("./mail-from.ts")) => void): void {
  run(import("./mail-from.ts"), what);
}

function run<Code>(code: Promise<Code>, what: (code: Code) => void): void {
  code.then(what).catch(() => toast({ severity: "danger", message: t("checkConnection") }));
}

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
      onAct: () => act(({ findMailFrom }) => findMailFrom(sender, account, home)),
    },
    ...(isReadOnly
      ? []
      : [
          ...blockEntries(sender, own, (blocked) =>
            run(import("../rules/block.ts"), ({ block }) => block(client, account, blocked)),
          ),
          { separator: true as const },
          // The last, which one key reaches.
          {
            id: "trash-from",
            danger: true,
            label: t("trashFrom", { name: sender.name }),
            icon: <TrashIcon />,
            onAct: () => act(({ trashMailFrom }) => trashMailFrom(account, sender)),
          },
        ]),
  ];
}

/** Everyone at a domain can be blocked, but not the person's colleagues. */
function blockEntries(
  { email }: Sender,
  own: string,
  onBlock: (blocked: Blocked) => void,
): readonly MenuEntry[] {
  const domain = domainOf(email);
  return [
    {
      id: "block",
      label: t("blockSender", { address: email }),
      icon: <BlockIcon />,
      onAct: () => onBlock({ how: "is", value: email }),
    },
    ...(domain === "" || domain === domainOf(own)
      ? []
      : [
          {
            id: "block-domain",
            label: t("blockDomain", { domain }),
            icon: <BlockIcon />,
            onAct: () => onBlock({ how: "domain", value: domain }),
          },
        ]),
  ];
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();
