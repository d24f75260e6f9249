import { t as mail } from "../strings/index.ts";
import { ButtonLink, EmptyState, MailIcon, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import "./mail-popup.css";

/** The kinds of mail windows by their addresses, `/mail/popup/KIND/…`. */
const KINDS = {
  "shared-mail": "shared",
  "security-training": "training",
  audit: "audit",
} as const;

/** A mail window whose address names nothing that this person may see. */
export function NotForYou(): ReactNode {
  const [, , , name = ""] = location.pathname.split("/");
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : "other";
  useTitle(t(kind));
  return (
    <main className="mail-popup mail-popup-card">
      <EmptyState
        icon={<MailIcon />}
        title={t(kind)}
        action={<ButtonLink href="/">{mail("toInbox")}</ButtonLink>}
      >
        {t(`${kind}Why`)}
      </EmptyState>
    </main>
  );
}
