import type { SessionInfo } from "@atrium/contract/api/session";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { createClient, type Account, type JmapClient } from "@atrium/jmap";
import { sessionLost } from "@atrium/shell";
import { subscribe } from "@atrium/state";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";

/** The signed-in person's mail: everything that a mail screen needs from outside. */
export interface Mail {
  readonly client: JmapClient;
  readonly account: Account;
  readonly session: SessionInfo;
}

const Context = createContext<Mail | undefined>(undefined);

/** Connects this window to the person's mail. Screens of `@atrium/feature-mail` stand below it. */
export function MailProvider({
  session,
  children,
}: {
  readonly session: SessionInfo;
  readonly children: ReactNode;
}): ReactNode {
  const [client] = useState(() => createClient());
  const mail = useMemo(
    () => ({ client, session, account: client.account(session.accountId) }),
    [client, session],
  );
  useEffect(() => {
    mail.account.fetchAll(Mailbox).catch(() => undefined);
  }, [mail]);
  useEffect(() => client.onSignedOut(sessionLost), [client]);
  useEffect(
    () =>
      subscribe((event) => {
        if (event.type === "signed-in") client.resume();
      }),
    [client],
  );
  useEffect(() => () => client.close(), [client]);
  return <Context value={mail}>{children}</Context>;
}

export function useMail(): Mail {
  const mail = use(Context);
  if (!mail) throw new Error("useMail outside of a MailProvider");
  return mail;
}
