import { ButtonLink, ComposeIcon, EmptyState, PageFrame, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** `/mail/write/`: the window of a message being written. It says how mail is sent from here. */
export function ComposeWindow(): ReactNode {
  useTitle(t("title"));
  return (
    <PageFrame title={t("title")} back={{ href: "/", label: t("toMail") }}>
      <EmptyState
        icon={<ComposeIcon />}
        title={t("writeElsewhere")}
        action={<ButtonLink href="/">{t("toMail")}</ButtonLink>}
      >
        {t("writeElsewhereHow")}
      </EmptyState>
    </PageFrame>
  );
}
