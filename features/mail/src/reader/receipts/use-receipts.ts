import type { EmailAddress } from "@atrium/contract/types/email";
import { EmailSubmission } from "@atrium/contract/types/email-submission";
import type { Account, JmapClient } from "@atrium/jmap";
import { useEffect, useState } from "react";
import { useMail } from "../../mail.tsx";

/** That somebody has opened a message. */
export interface OpenedBy {
  readonly from: EmailAddress;
  /** A Date; null where the receipt has none. */
  readonly sentAt: string | null;
}

const NONE: readonly OpenedBy[] = [];
/** Of more receipts these are read. */
const MOST = 20;

/** Who has opened a message that was sent, as far as there are receipts; looked at again with each that comes. */
export function useReceipts(emailId: string, isOn: boolean): readonly OpenedBy[] {
  const { client, account } = useMail();
  const [receipts, setReceipts] = useState(NONE);
  useEffect(() => {
    if (!isOn) return undefined;
    let isOver = false;
    const read = (): void => {
      readReceipts(client, account, emailId).then(
        (found) => {
          if (!isOver) setReceipts(found);
          return undefined;
        },
        // Without network there is what was known.
        () => undefined,
      );
    };
    read();
    const stop = client.onChange((changed) => {
      if (changed[account.id]?.[EmailSubmission.name] !== undefined) read();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [client, account, emailId, isOn]);
  return isOn ? receipts : NONE;
}

async function readReceipts(
  client: JmapClient,
  account: Account,
  emailId: string,
): Promise<readonly OpenedBy[]> {
  const accountId = account.id;
  const submissions = await account.find(EmailSubmission, {
    filter: { emailIds: [emailId] },
    properties: ["mdnBlobIds"],
  });
  const blobIds = submissions.flatMap(({ mdnBlobIds }) => mdnBlobIds).slice(0, MOST);
  if (blobIds.length === 0) return NONE;
  const group = client.group();
  const receipts = group.call("MDN/parse", { accountId, blobIds });
  const messages = group.call("Email/parse", {
    accountId,
    blobIds,
    properties: ["from", "sentAt"],
  });
  const [{ parsed: mdns }, { parsed: emails }] = await Promise.all([
    receipts.result,
    messages.result,
  ]);
  const byAddress = new Map<string, OpenedBy>();
  for (const id of blobIds) {
    const { from, sentAt = null } = emails?.[id] ?? {};
    const [author] = from ?? [];
    if (mdns?.[id]?.disposition.type !== "displayed" || !author) continue;
    const address = author.email.toLowerCase();
    if (!byAddress.has(address)) byAddress.set(address, { from: author, sentAt });
  }
  return [...byAddress.values()];
}
