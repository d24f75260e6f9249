import type { SessionInfo } from "@atrium/contract/api/session";
import type { SuitePlace } from "@atrium/contract/applications";
import { navigationFor } from "@atrium/contract/navigation";
import { locale } from "@atrium/i18n";
import { follow, lazyPart, OrganisationLogo, useOrganisation } from "@atrium/shell";
import { Rail } from "@atrium/ui";
import type { ReactNode } from "react";
import { Deferred } from "./deferred/deferred.tsx";
import { useLeaving } from "./leaving/leave.ts";
import { UserMenu } from "./user-menu.tsx";
import { PLACE_ICONS } from "./place-icons.tsx";
import { t } from "./strings/index.ts";

const LeaveQuestion = lazyPart(() =>
  import("./leaving/leave-question.tsx").then((module) => module.LeaveQuestion),
);

/** The way between the suite's applications, with the person's own menu below. The same in every window that has one. */
export function SuiteRail({
  session,
  current,
}: {
  readonly session: SessionInfo;
  readonly current: SuitePlace;
}): ReactNode {
  const isLeaving = useLeaving();
  const { light, dark } = useOrganisation();
  const logo = light ?? dark;
  return (
    <>
      <Rail
        label={t("applications")}
        items={navigationFor(session.roles)
          .filter(({ isRare }) => !isRare)
          .map(({ id, path, icon, title }) => ({
            href: path,
            icon: PLACE_ICONS[icon],
            label: title[locale()],
            current: id === current,
            onClick: follow(path),
          }))}
        // A wide one would be too small to see.
        top={
          logo && logo.width <= 2 * logo.height ? (
            <OrganisationLogo className="suite-logo" />
          ) : undefined
        }
        bottom={<UserMenu session={session} />}
      />
      {/* Whether there is a drive at all, and why not, is part of what is shown there. */}
      <Deferred after={current === "drive" ? 0 : undefined} />
      {isLeaving && <LeaveQuestion session={session} />}
    </>
  );
}
