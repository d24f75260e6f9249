import { ButtonLink, EmptyState, MailIcon, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import "./mail-popup.css";

/** A mail window whose address names nothing that this person may see. */
export function NotForYou(): ReactNode {
  useTitle(t("notForYou"));
  return (
    <main className="mail-popup mail-popup-card">
      <EmptyState
        icon={<MailIcon />}
        title={t("notForYou")}
        action={<ButtonLink href="/">{t("toInbox")}</ButtonLink>}
      >
        {t("notForYouWhy")}
      </EmptyState>
    </main>
  );
}
