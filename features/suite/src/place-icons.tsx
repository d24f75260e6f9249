import type { PlaceIcon } from "@atrium/contract/applications";
import { AddressBookIcon, CallIcon, DriveIcon, HelpIcon, MailIcon, SettingsIcon } from "@atrium/ui";
import type { ReactNode } from "react";

/** The pictures that the table of applications names. */
export const PLACE_ICONS: Readonly<Record<PlaceIcon, ReactNode>> = {
  mail: <MailIcon />,
  "address-book": <AddressBookIcon />,
  drive: <DriveIcon />,
  calls: <CallIcon />,
  settings: <SettingsIcon />,
  help: <HelpIcon />,
};
