import { pagesOf } from "@atrium/settings-page";
import { AppearanceIcon, BellIcon } from "@atrium/ui";
import type { NotificationSources } from "../notifications/source.ts";
import { Appearance } from "./appearance.tsx";
import { Notifications } from "./notifications.tsx";
import { settingsSections } from "./sections.ts";

/** @param sources what features notify of: the server pushes it while no window is open. */
export const settingsPages = (sources: NotificationSources) =>
  pagesOf(settingsSections(), {
    notifications: { icon: <BellIcon />, screen: () => <Notifications sources={sources} /> },
    appearance: { icon: <AppearanceIcon />, screen: Appearance },
  });
