import { lazyPart, navigate, usePath } from "@atrium/shell";
import { ButtonLink, EmptyState, MailIcon, useTitle } from "@atrium/ui";
import { useEffect, useMemo, type ReactNode } from "react";
import { useBulkJobs } from "../actions/bulk/bulk-jobs.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { useMailboxesIn, useSharedMail } from "../mailboxes/shared-accounts.ts";
import { useVisibleMail } from "../mailboxes/visible-mail.ts";
import { placeOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { MailPanes } from "./mail-panes.tsx";
import { ListNotice } from "./pane-frame.tsx";
import { WaitingPanes } from "./waiting-panes.tsx";

const BulkProgress = lazyPart(() =>
  import("../actions/bulk/bulk-progress.tsx").then((m) => m.BulkProgress),
);

/** The mail application at the window's path: folders, conversations, reader. */
export function MailScreen({
  notice,
}: {
  /** A line above the conversations. */
  readonly notice?: ReactNode;
}): ReactNode {
  const { pathname } = usePath();
  const jobs = useBulkJobs();
  const shared = useSharedMail();
  const place = placeOf(pathname);
  if (!place) return <Nowhere />;
  const of = shared?.find(({ id }) => id === place.account);
  return (
    <ListNotice value={notice}>
      <AccountScope
        key={place.account}
        accountId={place.account}
        isReadOnly={of?.isReadOnly ?? false}
      >
        {place.all ? <OfAll place={place} /> : <OfAccount place={place} name={of?.name} />}
      </AccountScope>
      {jobs.length > 0 && <BulkProgress />}
    </ListNotice>
  );
}

function OfAccount({
  place,
  name,
}: {
  readonly place: Place;
  readonly name: string | undefined;
}): ReactNode {
  const { account, home, isReadOnly, session } = useMail();
  const own = useMailboxesIn(home);
  const mailboxes = useMailboxesIn(account);
  const shown = useMemo(
    () => mailboxes && [{ account, name, isReadOnly, mailboxes }],
    [account, name, isReadOnly, mailboxes],
  );
  if (!own || !shown) return <WaitingPanes place={place} home={own} address={session.address} />;
  return <MailPanes place={place} shown={shown} home={own} />;
}

/** All accounts at once. */
function OfAll({ place }: { readonly place: Place }): ReactNode {
  const { home, session } = useMail();
  const own = useMailboxesIn(home);
  const visible = useVisibleMail();
  if (!own || !visible?.length)
    return <WaitingPanes place={place} home={own} address={session.address} />;
  return <MailPanes place={place} shown={visible} home={own} />;
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
