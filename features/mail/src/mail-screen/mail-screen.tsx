import { lazyPart, navigate, usePath } from "@atrium/shell";
import { ButtonLink, EmptyState, MailIcon, useTitle } from "@atrium/ui";
import { useEffect, type ReactNode } from "react";
import { useBulkJobs } from "../acts/bulk/bulk-jobs.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { useMailboxesIn, useSharedMail } from "../mailboxes/shared-accounts.ts";
import { placeOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { MailPanes } from "./mail-panes.tsx";
import { WaitingPanes } from "./waiting-panes.tsx";

const BulkProgress = lazyPart(() =>
  import("../acts/bulk/bulk-progress.tsx").then((m) => m.BulkProgress),
);

/** The mail application at the window's path: folders, conversations, reader. */
export function MailScreen(): ReactNode {
  const { pathname } = usePath();
  const jobs = useBulkJobs();
  const shared = useSharedMail();
  const place = placeOf(pathname);
  if (!place) return <Nowhere />;
  const isReadOnly = shared.find(({ id }) => id === place.account)?.isReadOnly ?? false;
  return (
    <>
      <AccountScope key={place.account} accountId={place.account} isReadOnly={isReadOnly}>
        <OfAccount place={place} />
      </AccountScope>
      {jobs.length > 0 && <BulkProgress />}
    </>
  );
}

function OfAccount({ place }: { readonly place: Place }): ReactNode {
  const { account, home, session } = useMail();
  const own = useMailboxesIn(home);
  const mailboxes = useMailboxesIn(account);
  if (!own || !mailboxes)
    return <WaitingPanes place={place} home={own} address={session.address} />;
  return <MailPanes place={place} mailboxes={mailboxes} home={own} />;
}

function Nowhere(): ReactNode {
  useTitle(t("nothingHere"));
  useEffect(() => {
    const home = (event: KeyboardEvent): void => {
      if (event.key === "Escape") navigate("/");
    };
    document.addEventListener("keydown", home);
    return () => document.removeEventListener("keydown", home);
  }, []);
  return (
    <main className="mail-nowhere">
      <EmptyState
        icon={<MailIcon />}
        title={t("nothingHere")}
        action={<ButtonLink href="/">{t("toInbox")}</ButtonLink>}
      >
        {t("nothingHereWhy")}
      </EmptyState>
    </main>
  );
}
