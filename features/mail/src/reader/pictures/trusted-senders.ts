import { TrustedSender } from "@atrium/contract/types/trusted-sender";
import type { SetResponse } from "@atrium/contract/types/wire";
import { useAll, type Account, type JmapClient } from "@atrium/jmap";
import { useEffect, useState } from "react";

/** Whether pictures of this sender are shown without asking; `undefined` until it is known. */
export function useIsTrusted(account: Account, address: string | undefined): boolean | undefined {
  const all = useAll(account, TrustedSender);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // When it is not known, pictures stay blocked: that is said, and can be changed by hand.
    if (!account.isWhole(TrustedSender))
      account.fetchAll(TrustedSender).catch(() => setFailed(true));
  }, [account]);
  if (address === undefined || (hasFailed && !all)) return false;
  return all?.some(({ email }) => email === address.toLowerCase());
}

/** Shows this sender's pictures from now on. */
export async function trust(client: JmapClient, account: Account, email: string): Promise<void> {
  const { notCreated } = await client.call<SetResponse>("TrustedSender/set", {
    accountId: account.id,
    create: { sender: { email } },
  });
  const refused = notCreated?.["sender"];
  if (refused && refused.type !== "alreadyExists") throw new Error(refused.type);
  await account.fetchAll(TrustedSender);
}
