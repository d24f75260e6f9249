import type { SessionInfo } from "@atrium/contract/api/session";
import { href } from "@atrium/contract/href";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { SuiteWindow, useAccountFor } from "@atrium/feature-suite/parts";
import { follow } from "@atrium/shell";
import { AddressBookIcon, EmptyState, ErrorCard, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { Card } from "./directory/card.tsx";
import { Directory, DirectorySkeleton } from "./directory/directory.tsx";
import { t } from "./strings/index.ts";
import "./address-book.css";

/** `/address-book`: the organisation's directory beside the card of the entry that is open. */
export function AddressBookWindow({
  session,
  chosen,
}: {
  readonly session: SessionInfo;
  readonly chosen: string | undefined;
}): ReactNode {
  useTitle(t("title"), session.organisation);
  const list = href("/address-book");
  const back = { href: list, label: t("back"), onClick: follow(list) };
  return (
    <SuiteWindow
      session={session}
      current="address-book"
      page={{
        title: t("directory", { organisation: session.organisation }),
        ...(chosen !== undefined && { back }),
      }}
    >
      <DirectoryAndCard organisation={session.organisation} chosen={chosen} />
    </SuiteWindow>
  );
}

function DirectoryAndCard({
  organisation,
  chosen,
}: {
  readonly organisation: string;
  readonly chosen: string | undefined;
}): ReactNode {
  const { account, retry } = useAccountFor(CAPABILITY.principals);
  return (
    <>
      {account === undefined && <DirectorySkeleton />}
      {account === null && <ErrorCard title={t("loadFailed")} onRetry={() => void retry()} />}
      {account && (
        <div className="address-book" data-open={chosen !== undefined}>
          <Directory account={account} chosen={chosen} />
          <div className="address-book-card">
            {chosen === undefined ? (
              <NobodyChosen organisation={organisation} />
            ) : (
              <Card account={account} id={chosen} key={chosen} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

function NobodyChosen({ organisation }: { readonly organisation: string }): ReactNode {
  // Again, because a card that was open had its own.
  useTitle(t("title"), organisation);
  return <EmptyState icon={<AddressBookIcon />} title={t("choose")} />;
}
