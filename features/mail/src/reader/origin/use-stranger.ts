import type { EmailFilter, EmailRecord } from "@atrium/contract/types/email";
import { Principal } from "@atrium/contract/types/principal";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { isSameName } from "@atrium/formats/look-alike";
import type { JmapClient } from "@atrium/jmap";
import { useEffect, useState } from "react";
import { useMail } from "../../mail.tsx";

/** What makes one look twice at a sender from outside. */
export interface Stranger {
  /** Nothing came from this address before, and nothing went to it. */
  readonly isNew: boolean;
  /** A colleague of the same name, with an address of our own. */
  readonly colleague: string | undefined;
}

const NOBODY: Stranger = { isNew: false, colleague: undefined };
const known = new Map<string, Promise<Stranger>>();

/** Looks at who wrote a mail. Nothing is said where it cannot be found out. */
export function useStranger(email: EmailRecord, isOutside: boolean): Stranger {
  const { client, account } = useMail();
  const [found, setFound] = useState(NOBODY);
  const sender = email.from?.[0];
  const address = sender?.email.toLowerCase() ?? "";
  const name = sender?.name ?? "";
  const { id, receivedAt } = email;
  useEffect(() => {
    if (!isOutside || address === "") return undefined;
    let isOver = false;
    const key = [account.id, id, address, name].join("\n");
    const asked = known.get(key) ?? look(client, account.id, { id, address, name, receivedAt });
    known.set(key, asked);
    const show = async (): Promise<void> => {
      const stranger = await asked;
      if (!isOver) setFound(stranger);
    };
    show().catch(() => known.delete(key));
    return () => {
      isOver = true;
    };
  }, [client, account, isOutside, id, address, name, receivedAt]);
  return found;
}

interface Sender {
  /** Of the message that it is about. */
  readonly id: string;
  readonly address: string;
  readonly name: string;
  readonly receivedAt: string;
}

async function look(client: JmapClient, accountId: string, sender: Sender): Promise<Stranger> {
  const { id, address, name, receivedAt } = sender;
  const oldest = async (filter: EmailFilter): Promise<string | undefined> => {
    const sort = [{ property: "receivedAt", isAscending: true }] as const;
    const { ids } = await client.call("Email/query", { accountId, filter, sort, limit: 1 });
    return ids[0];
  };
  const written: EmailFilter = {
    operator: "OR",
    conditions: [{ to: address }, { cc: address }, { bcc: address }],
  };
  const [first, answered, colleague] = await Promise.all([
    // Not by its time: that of two messages may be the same second.
    oldest({ from: address }),
    oldest({ operator: "AND", conditions: [written, { before: receivedAt }] }),
    colleagueOf(client, name, address),
  ]);
  return { isNew: first === id && answered === undefined, colleague };
}

async function colleagueOf(
  client: JmapClient,
  name: string,
  address: string,
): Promise<string | undefined> {
  const { primaryAccounts } = await client.session();
  const accountId = primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined || name.trim() === "") return undefined;
  const people = await client.account(accountId).find(Principal, {
    filter: { name, type: "individual" },
    limit: 20,
    properties: ["name", "email"],
  });
  const isThemselves = people.some(({ email }) => email?.toLowerCase() === address);
  return isThemselves ? undefined : people.find((one) => isSameName(one.name, name))?.name;
}
