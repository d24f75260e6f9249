import type { SessionInfo } from "@atrium/contract/api/session";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { SuiteRail } from "@atrium/feature-suite/parts";
import { createClient, httpTransport, type Account, type JmapClient } from "@atrium/jmap";
import { AddressBookIcon, EmptyState, ErrorCard, PageFrame, useTitle } from "@atrium/ui";
import { follow, sessionLost } from "@atrium/shell";
import { subscribe } from "@atrium/state";
import { useEffect, useState, type ReactNode } from "react";
import { Card } from "./directory/card.tsx";
import { Directory } from "./directory/directory.tsx";
import { t } from "./strings/index.ts";
import "./address-book.css";

let connected: { readonly person: string; readonly client: JmapClient } | undefined;

/** This window's connection, for who is signed in. */
function clientOf({ personId: person }: SessionInfo): JmapClient {
  if (connected?.person !== person) {
    connected?.client.close();
    connected = { person, client: createClient(httpTransport(), { person }) };
  }
  return connected.client;
}

/** `/address-book`: the organisation's directory beside the card of the entry that is open. */
export function AddressBookWindow({
  session,
  chosen,
}: {
  readonly session: SessionInfo;
  readonly chosen: string | undefined;
}): ReactNode {
  const { account, retry } = useDirectoryAccount(clientOf(session));
  useTitle(t("title"), session.organisation);
  return (
    <PageFrame
      title={t("directory", { organisation: session.organisation })}
      rail={<SuiteRail session={session} current="address-book" />}
      {...(chosen !== undefined && {
        back: {
          href: "/address-book",
          label: t("back"),
          onClick: follow("/address-book"),
        },
      })}
    >
      {account === null && <ErrorCard title={t("loadFailed")} onRetry={() => void retry()} />}
      {account && (
        <div className="address-book" data-open={chosen !== undefined}>
          <Directory account={account} chosen={chosen} />
          <div className="address-book-card">
            {chosen === undefined ? (
              <NobodyChosen organisation={session.organisation} />
            ) : (
              <Card account={account} id={chosen} key={chosen} />
            )}
          </div>
        </div>
      )}
    </PageFrame>
  );
}

function NobodyChosen({ organisation }: { readonly organisation: string }): ReactNode {
  // Again, because a card that was open had its own.
  useTitle(t("title"), organisation);
  return <EmptyState icon={<AddressBookIcon />} title={t("choose")} />;
}

/** The account that holds the principals (RFC 9670 §1.4), `null` when it could not be found out. */
function useDirectoryAccount(client: JmapClient): {
  readonly account: Account | null | undefined;
  readonly retry: () => Promise<void>;
} {
  const [account, setAccount] = useState<Account | null>();
  useEffect(() => {
    const look = async (): Promise<void> => setAccount(await findDirectory(client));
    void look();
    const leave = client.onSignedOut(sessionLost);
    const goOn = subscribe((event) => {
      if (event.type === "signed-in") client.resume();
    });
    return () => {
      leave();
      goOn();
    };
  }, [client]);
  return { account, retry: async () => setAccount(await findDirectory(client)) };
}

async function findDirectory(client: JmapClient): Promise<Account | null> {
  try {
    const { primaryAccounts } = await client.session();
    const id = primaryAccounts[CAPABILITY.principals];
    return id === undefined ? null : client.account(id);
  } catch {
    return null;
  }
}
