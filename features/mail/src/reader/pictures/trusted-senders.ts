import { TrustedSender } from "@atrium/contract/types/trusted-sender";
import { SetRefused, useAll, type Account } from "@atrium/jmap";
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
export async function trust(account: Account, email: string): Promise<void> {
  try {
    await account.create(TrustedSender, { email });
  } catch (error) {
    const isThere = error instanceof SetRefused && error.refused["new"]?.type === "alreadyExists";
    if (!isThere) throw error;
    await account.fetchAll(TrustedSender);
  }
}
