import { href } from "@atrium/contract/href";
import { follow } from "@atrium/shell";
import { ButtonLink, EmptyState, PageFrame, SearchIcon, useTitle } from "@atrium/ui";
import { t } from "./strings/index.ts";

/** `/share/pages/…`: nothing is published at this address. */
export function NoSuchSharedPage() {
  useTitle(t("noSuchPage"));
  return (
    <PageFrame title={t("noSuchPage")} back={{ href: "/", label: t("toMail") }}>
      <EmptyState
        icon={<SearchIcon />}
        title={t("noSuchPage")}
        action={
          <ButtonLink href={href("/help/")} onClick={follow(href("/help/"))}>
            {t("allPages")}
          </ButtonLink>
        }
      >
        {t("noSuchPageMore")}
      </EmptyState>
    </PageFrame>
  );
}
