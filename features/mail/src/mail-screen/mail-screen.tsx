import { lazyPart, navigate, usePath } from "@atrium/shell";
import { ButtonLink, EmptyState, MailIcon, useTitle } from "@atrium/ui";
import { useEffect, useMemo, type ReactNode } from "react";
import { AccountScope, useMail } from "../mail.tsx";
import { linkedMessage } from "../message-link/link-to.ts";
import { useMailboxesIn, useSharedMail } from "../mailboxes/shared-accounts.ts";
import { useVisibleMail } from "../mailboxes/visible-mail.ts";
import { placeOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { MailPanes } from "./mail-panes.tsx";
import { ListNotice } from "./pane-frame.tsx";
import { WaitingPanes } from "./waiting-panes.tsx";

const MessageLink = lazyPart(() =>
  import("../message-link/message-link.tsx").then((m) => m.MessageLink),
);

/** The mail application at the window's path: folders, conversations, reader. */
export function MailScreen({
  notice,
}: {
  /** A line above the conversations. */
  readonly notice?: ReactNode;
}): ReactNode {
  const { session } = useMail();
  const { pathname } = usePath();
  const shared = useSharedMail();
  const linked = linkedMessage(pathname);
  const place = placeOf(pathname);
  if (linked !== undefined) return <MessageLink messageId={linked} />;
  if (!place) return <Nowhere />;
  const of = shared?.find(({ id }) => id === place.account);
  const isForeign = place.account !== undefined && place.account !== session.accountId;
  if (isForeign && shared && !of) return <Nowhere isForeign />;
  return (
    <ListNotice value={notice}>
      <AccountScope
        key={place.account}
        accountId={place.account}
        isReadOnly={of?.isReadOnly ?? false}
      >
        {place.all ? <OfAll place={place} /> : <OfAccount place={place} name={of?.name} />}
      </AccountScope>
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

function Nowhere({
  isForeign = false,
}: {
  /** Of an account that the person does not see. */
  readonly isForeign?: boolean;
}): ReactNode {
  const title = t(isForeign ? "notForYou" : "nothingHere");
  useTitle(title);
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
        title={title}
        action={<ButtonLink href="/">{t("toInbox")}</ButtonLink>}
      >
        {t(isForeign ? "notForYouWhy" : "nothingHereWhy")}
      </EmptyState>
    </main>
  );
}
