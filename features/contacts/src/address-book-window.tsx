import type { SessionInfo } from "@atrium/contract/api/session";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { SuiteRail } from "@atrium/feature-suite/parts";
import { createClient, type Account } from "@atrium/jmap";
import { AddressBookIcon, EmptyState, ErrorCard, PageFrame, useTitle } from "@atrium/ui";
import { navigate } from "@atrium/shell";
import { useEffect, useState, type ReactNode } from "react";
import { Card } from "./directory/card.tsx";
import { Directory } from "./directory/directory.tsx";
import { t } from "./strings/index.ts";
import "./address-book.css";

const client = createClient();

/** `/address-book`: the organisation's directory beside the card of the entry that is open. */
export function AddressBookWindow({
  session,
  chosen,
}: {
  readonly session: SessionInfo;
  readonly chosen: string | undefined;
}): ReactNode {
  const { account, failed, retry } = useDirectoryAccount();
  useTitle(t("title"), session.organisation);
  return (
    <PageFrame
      title={t("directory", { organisation: session.organisation })}
      rail={<SuiteRail session={session} current="address-book" />}
      {...(chosen !== undefined && {
        back: {
          href: "/address-book",
          label: t("back"),
          onClick: (event) => {
            event.preventDefault();
            navigate("/address-book");
          },
        },
      })}
    >
      {failed && <ErrorCard title={t("loadFailed")} onRetry={retry} />}
      {account && (
        <div className="address-book" data-open={chosen !== undefined}>
          <Directory account={account} chosen={chosen} />
          <div className="address-book-card">
            {chosen === undefined ? (
              <EmptyState icon={<AddressBookIcon />} title={t("choose")} />
            ) : (
              <Card account={account} id={chosen} key={chosen} />
            )}
          </div>
        </div>
      )}
    </PageFrame>
  );
}

/** The account that holds the principals (RFC 9670 §1.4). */
function useDirectoryAccount(): {
  readonly account: Account | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
} {
  const [account, setAccount] = useState<Account>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    client.session().then(
      ({ primaryAccounts }) => {
        const id = primaryAccounts[CAPABILITY.principals];
        if (id === undefined) setFailed(true);
        else setAccount(client.account(id));
      },
      () => setFailed(true),
    );
  }, [attempt]);
  return {
    account,
    failed,
    retry: () => {
      setFailed(false);
      setAttempt(attempt + 1);
    },
  };
}
