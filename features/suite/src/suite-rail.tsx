import type { SessionInfo } from "@atrium/contract/api/session";
import { driveBaseUrl } from "@atrium/contract/remotes";
import { follow, lazyPart } from "@atrium/shell";
import { AddressBookIcon, CallIcon, DriveIcon, MailIcon, Rail, SettingsIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { Later } from "./later/later.tsx";
import { useLeaving } from "./leaving/leave.ts";
import { OwnMenu } from "./own-menu.tsx";
import { PaletteHost } from "./palette/palette-host.tsx";
import { t } from "./strings/index.ts";

const LeaveQuestion = lazyPart(() =>
  import("./leaving/leave-question.tsx").then((module) => module.LeaveQuestion),
);

/** Which of the suite's applications the window shows. */
export type SuitePlace = "mail" | "address-book" | "drive" | "calls" | "settings";

interface Place {
  readonly href: string;
  readonly icon: ReactNode;
  readonly label: "mail" | "addressBook" | "drive" | "calls" | "settings";
}

const PLACES: Readonly<Record<SuitePlace, Place>> = {
  mail: { href: "/", icon: <MailIcon />, label: "mail" },
  "address-book": { href: "/address-book", icon: <AddressBookIcon />, label: "addressBook" },
  drive: { href: driveBaseUrl, icon: <DriveIcon />, label: "drive" },
  calls: { href: "/ipt-call", icon: <CallIcon />, label: "calls" },
  settings: { href: "/setting", icon: <SettingsIcon />, label: "settings" },
};

/** The way between the suite's applications, with the person's own menu below. The same in every window that has one. */
export function SuiteRail({
  session,
  current,
}: {
  readonly session: SessionInfo;
  readonly current: SuitePlace;
}): ReactNode {
  const isLeaving = useLeaving();
  return (
    <>
      <Rail
        label={t("applications")}
        items={Object.entries(PLACES).map(([place, { href, icon, label }]) => ({
          href,
          icon,
          label: t(label),
          current: place === current,
          onClick: follow(href),
        }))}
        bottom={<OwnMenu session={session} />}
      />
      <PaletteHost session={session} />
      <Later />
      {isLeaving && <LeaveQuestion session={session} />}
    </>
  );
}
