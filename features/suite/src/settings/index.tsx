import { pagesOf } from "@atrium/settings-page";
import { AppearanceIcon, BellIcon } from "@atrium/ui";
import { Appearance } from "./appearance.tsx";
import { Notifications } from "./notifications.tsx";
import { settingsSections } from "./sections.ts";

export const settingsPages = () =>
  pagesOf(settingsSections(), {
    notifications: { icon: <BellIcon />, screen: Notifications },
    appearance: { icon: <AppearanceIcon />, screen: Appearance },
  });
