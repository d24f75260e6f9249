import { Link } from "@atrium/shell";
import { EmptyState, PageFrame, SearchIcon, useTitle } from "@atrium/ui";
import { t } from "./strings/index.ts";

/** `/share/pages/…`: nothing is published at this address. */
export function NoSuchSharedPage() {
  useTitle(t("noSuchPage"));
  return (
    <PageFrame title={t("noSuchPage")} back={{ href: "/", label: t("toMail") }}>
      <EmptyState
        icon={<SearchIcon />}
        title={t("noSuchPage")}
        action={<Link href="/help/">{t("allPages")}</Link>}
      >
        {t("noSuchPageMore")}
      </EmptyState>
    </PageFrame>
  );
}
