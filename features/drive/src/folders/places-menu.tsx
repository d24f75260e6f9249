import {
  DriveIcon,
  MenuButton,
  MenuIcon,
  PeopleIcon,
  StorageIcon,
  TrashIcon,
  type MenuEntry,
} from "@atrium/ui";
import type { ReactNode } from "react";
import { useDrive, useDrives, type Drive } from "../drive-context.tsx";
import { SHARED, TOP, TRASH } from "../place/place.ts";
import { useUnseen } from "../notices/unseen.ts";
import { t } from "../strings/index.ts";

/** The ways to all drives and their trash, where there is no room for the trees. */
export function PlacesMenu(): ReactNode {
  const { own, shared, goTo } = useDrives();
  const here = useDrive();
  const unseen = useUnseen();
  const listed = t("sharedWithMe");
  const trashOf = (drive: Drive): MenuEntry => ({
    id: `${drive.account.id} trash`,
    label: t("trash"),
    icon: <TrashIcon />,
    onAct: () => drive.go(TRASH),
  });
  const topOf = (drive: Drive, icon: ReactNode): MenuEntry => ({
    id: drive.account.id,
    label: drive.title,
    icon,
    onAct: () => drive.go(TOP),
  });
  // The trash is that of the drive that one is in.
  const trashed = here.kind === "shared" && here.mayAddAtTop ? here : own;
  return (
    <MenuButton
      label={t("places")}
      icon={<MenuIcon />}
      align="end"
      items={[
        topOf(own, <DriveIcon />),
        {
          id: "shared",
          label: unseen > 0 ? `${listed} (${unseen})` : listed,
          icon: <PeopleIcon />,
          onAct: () => goTo(SHARED),
        },
        ...shared.map((drive) => topOf(drive, <StorageIcon />)),
        { separator: true },
        trashOf(trashed),
      ]}
    />
  );
}
