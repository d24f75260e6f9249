import type { SessionInfo } from "@atrium/contract/api/session";
import { Label } from "@atrium/contract/types/label";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { useClient, useSignedInSession } from "@atrium/feature-suite/parts";
import { useAll, type Account, type JmapClient } from "@atrium/jmap";
import { toast } from "@atrium/ui";
import { createContext, use, useEffect, useMemo, type ReactNode } from "react";
import { isForReading } from "./actions/may.ts";
import { refusalOf } from "./actions/refusal.ts";
import { ConnectionNotice } from "./connection/connection-notice.tsx";

/** The signed-in person's mail: everything that a mail screen needs from outside. */
export interface Mail {
  readonly client: JmapClient;
  /** The account whose mail is shown: the user's own, or a shared one. */
  readonly account: Account;
  /** The person's own account. */
  readonly home: Account;
  /** The account's mail may be read but not changed. */
  readonly isReadOnly: boolean;
  readonly session: SessionInfo;
}

const Context = createContext<Mail | undefined>(undefined);

/** The signed-in person's mail, of this window's client. Screens of `@atrium/feature-mail` stand below it. */
export function MailProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const client = useClient();
  const session = useSignedInSession();
  const mail = useMemo(() => {
    const home = client.account(session.accountId);
    return { client, session, account: home, home, isReadOnly: false };
  }, [client, session]);
  useEffect(() => {
    mail.home.fetchAll(Mailbox).catch(() => undefined);
    // In the same request.
    mail.home.fetchAll(Label).catch(() => undefined);
  }, [mail]);
  useEffect(
    () =>
      client.onRefused(({ error }) => {
        toast({ severity: "danger", message: refusalOf(error) });
      }),
    [client],
  );
  return (
    <Context value={mail}>
      {children}
      <ConnectionNotice client={client} />
    </Context>
  );
}

/** Everything below shows the mail of this account; of the user's own when there is none. */
export function AccountScope({
  accountId,
  isReadOnly = false,
  children,
}: {
  readonly accountId: string | undefined;
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const mail = useMail();
  const account = accountId === undefined ? mail.home : mail.client.account(accountId);
  // Who comes by an address knows the account only by its folders.
  const folders = useAll(account, Mailbox);
  const mayNothing = isReadOnly || isForReading(folders ?? []);
  const scoped = useMemo(
    () => ({ ...mail, account, isReadOnly: mayNothing }),
    [mail, account, mayNothing],
  );
  return <Context value={scoped}>{children}</Context>;
}

export function useMail(): Mail {
  const mail = use(Context);
  if (!mail) throw new Error("useMail outside of a MailProvider");
  return mail;
}
