import { pagesOf } from "@atrium/settings-page";
import { PersonIcon, SecurityIcon } from "@atrium/ui";
import { Profile } from "./profile/profile.tsx";
import { settingsSections } from "./sections.ts";
import { Security } from "./security/security.tsx";

export const settingsPages = () =>
  pagesOf(settingsSections(), {
    profile: { icon: <PersonIcon />, screen: Profile },
    security: { icon: <SecurityIcon />, screen: Security },
  });
