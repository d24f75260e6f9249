import { ButtonLink, ComposeIcon, EmptyState, PageFrame, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** `/mail/write/`: the window of a message being written. Where the server sends no mail, it says so. */
export function ComposeWindow(): ReactNode {
  useTitle(t("title"));
  return (
    <PageFrame title={t("title")} back={{ href: "/", label: t("toMail") }}>
      <EmptyState
        icon={<ComposeIcon />}
        title={t("cannotSend")}
        action={<ButtonLink href="/">{t("toMail")}</ButtonLink>}
      >
        {t("cannotSendMore")}
      </EmptyState>
    </PageFrame>
  );
}
