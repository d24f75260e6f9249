import { Label, type LabelRecord } from "@atrium/contract/types/label";
import { Mailbox, type MailboxRecord } from "@atrium/contract/types/mailbox";
import { useAll, type Account } from "@atrium/jmap";
import { useEffect } from "react";

/** What rules name by ids: the folders and labels of an account. */
export interface Named {
  readonly folders: readonly MailboxRecord[];
  readonly labels: readonly LabelRecord[];
}

/** Followed live; `undefined` until they are known. */
export function useNamed(account: Account): Named | undefined {
  const folders = useAll(account, Mailbox);
  const labels = useAll(account, Label);
  useEffect(() => {
    const get = (): void => {
      account.fetchAll(Mailbox).catch(() => undefined);
      account.fetchAll(Label).catch(() => undefined);
    };
    get();
    return account.onTryAgain(get);
  }, [account]);
  return folders && labels && { folders, labels };
}
