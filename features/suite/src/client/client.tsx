import type { SessionInfo } from "@atrium/contract/api/session";
import { createClient, httpTransport, type Account, type JmapClient } from "@atrium/jmap";
import { sessionLost } from "@atrium/shell";
import { subscribe } from "@atrium/state";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";

/** Milliseconds after which a window follows what is chosen elsewhere: what it shows comes first. */
const LATER = 4000;

interface SignedIn {
  readonly session: SessionInfo;
  readonly client: () => JmapClient;
}

const Context = createContext<SignedIn | undefined>(undefined);

/**
 * Everything below belongs to who is signed in, and has one client, which shares what it knows and its push connection with
 * the person's other windows. It is made when it is asked for first: a window may need none.
 */
export function ClientProvider({
  session,
  children,
}: {
  readonly session: SessionInfo;
  readonly children: ReactNode;
}): ReactNode {
  const { personId, accountId } = session;
  const holder = useMemo(() => holdClient({ personId, accountId }), [personId, accountId]);
  useEffect(() => holder.close, [holder]);
  const value = useMemo(() => ({ session, client: holder.client }), [session, holder]);
  return <Context value={value}>{children}</Context>;
}

/** This window's client. When the session ends it asks for signing in again, and goes on after that by itself. */
export const useClient = (): JmapClient => useHolder().client();

/** Who is signed in. */
export const useSignedInSession = (): SessionInfo => useHolder().session;

/** The account in which a capability is used first (RFC 8620 §2); `null` when it could not be found out. */
export function useAccountFor(capability: string): {
  readonly account: Account | null | undefined;
  readonly retry: () => Promise<void>;
} {
  const client = useClient();
  const [account, setAccount] = useState<Account | null>();
  useEffect(() => {
    let isOpen = true;
    const look = async (): Promise<void> => {
      const found = await accountFor(client, capability);
      if (isOpen) setAccount(found);
    };
    void look();
    return () => {
      isOpen = false;
    };
  }, [client, capability]);
  return { account, retry: async () => setAccount(await accountFor(client, capability)) };
}

async function accountFor(client: JmapClient, capability: string): Promise<Account | null> {
  try {
    const { primaryAccounts } = await client.session();
    const id = primaryAccounts[capability];
    return id === undefined ? null : client.account(id);
  } catch {
    return null;
  }
}

/** Who is signed in, and their client, which is made when it is called. */
export function useHolder(): SignedIn {
  const value = use(Context);
  if (!value) throw new Error("useClient outside of a SuiteWindow or ClientProvider");
  return value;
}

function holdClient(whose: Pick<SessionInfo, "personId" | "accountId">): {
  client: () => JmapClient;
  close: () => void;
} {
  let made: JmapClient | undefined;
  let leave: (() => void)[] = [];
  return {
    client() {
      if (made === undefined) {
        const client = (made = createClient(httpTransport(), { person: whose.personId }));
        leave = [
          client.onSignedOut(sessionLost),
          subscribe((event) => {
            if (event.type === "signed-in") client.resume();
          }),
        ];
        const keep = async (): Promise<void> => {
          const { keepChoices } = await import("../preferences/keep-choices.ts");
          if (made === client) leave.push(keepChoices(client, whose));
        };
        const timer = setTimeout(() => void keep().catch(() => undefined), LATER);
        leave.push(() => clearTimeout(timer));
      }
      return made;
    },
    close() {
      for (const end of leave) end();
      made?.close();
      made = undefined;
    },
  };
}
