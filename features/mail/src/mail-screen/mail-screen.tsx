import { navigate, usePath } from "@atrium/shell";
import { ButtonLink, EmptyState, MailIcon, useTitle } from "@atrium/ui";
import { useEffect, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { placeOf } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { MailPanes } from "./mail-panes.tsx";
import { WaitingPanes } from "./waiting-panes.tsx";

/** The mail application at the window's path: folders, conversations, reader. */
export function MailScreen(): ReactNode {
  const { session } = useMail();
  const { pathname } = usePath();
  const mailboxes = useMailboxes();
  const place = placeOf(pathname);
  if (!place) return <Nowhere />;
  if (!mailboxes) return <WaitingPanes place={place} address={session.address} />;
  return <MailPanes place={place} mailboxes={mailboxes} />;
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
