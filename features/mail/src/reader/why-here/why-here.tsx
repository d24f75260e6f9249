import type { EmailHeader, EmailRecord } from "@atrium/contract/types/email";
import { Identity } from "@atrium/contract/types/identity";
import { Principal } from "@atrium/contract/types/principal";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Account, JmapClient } from "@atrium/jmap";
import { formatList } from "@atrium/i18n";
import { useEffect, useState, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { r } from "../strings/index.ts";
import { deliveredTo, reasonsOf, type GroupAddress, type Reason } from "./reasons.ts";
import { w } from "./strings/index.ts";

const NONE: readonly Reason[] = [];
const MOST_GROUPS = 20;

/** Why a message is here: by which of the account's addresses, by which group or list, and by which rules. */
export function WhyHere({ email }: { readonly email: EmailRecord }): ReactNode {
  const { client, account, home, session } = useMail();
  const [reasons, setReasons] = useState(NONE);
  const you = account === home ? session.address : undefined;
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const found = await reasonsFor(client, account, email, you);
      if (!isOver) setReasons(found);
    };
    // What cannot be found out is not said.
    look().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client, account, email, you]);
  const { filteredBy } = email;
  if (reasons.length === 0 && !filteredBy) return null;
  return (
    <div>
      <dt>{r("whyHere")}</dt>
      <dd className="mail-details-lines">
        {reasons.map((reason) => (
          <bdi key={reason.kind}>{wordsOf(reason)}</bdi>
        ))}
        {filteredBy && (
          <span>{r("byRules", { count: filteredBy.length, names: formatList(filteredBy) })}</span>
        )}
      </dd>
    </div>
  );
}

function wordsOf(reason: Reason): string {
  switch (reason.kind) {
    case "you":
      return w("you");
    case "group":
      return w("group", reason);
    case "list":
      return w("list", reason);
    default:
      return w(reason.kind, reason);
  }
}

async function reasonsFor(
  client: JmapClient,
  account: Account,
  email: EmailRecord,
  you: string | undefined,
): Promise<readonly Reason[]> {
  const { list } = await client.call("Email/get", {
    accountId: account.id,
    ids: [email.id],
    properties: ["id", "headers"],
  });
  const headers: readonly EmailHeader[] = list[0]?.headers ?? [];
  if (!account.isWhole(Identity)) await account.fetchAll(Identity);
  const own = account.all(Identity).map((identity) => identity.email);
  const delivered = deliveredTo(headers)?.address;
  const group = delivered === undefined ? undefined : await groupAt(client, delivered, account.id);
  return reasonsOf(email, headers, { own, group, ...(you !== undefined && { you }) });
}

/** The group of the organisation that has an address. */
async function groupAt(
  client: JmapClient,
  address: string,
  inAccount: string,
): Promise<GroupAddress | undefined> {
  const { primaryAccounts } = await client.session();
  const accountId = primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined) return undefined;
  const groups = await client.account(accountId).find(Principal, {
    // It finds addresses that hold these words.
    filter: { email: address, type: "group" },
    limit: MOST_GROUPS,
    properties: ["name", "email", "accounts"],
  });
  const group = groups.find(({ email }) => email?.toLowerCase() === address.toLowerCase());
  // A shared account stands for a group, too; in it that says nothing.
  const isItself = group?.accounts !== null && inAccount in (group?.accounts ?? {});
  return group && !isItself ? { name: group.name, address } : undefined;
}
