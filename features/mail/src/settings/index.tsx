import { pagesOf } from "@atrium/settings-page";
import { DriveIcon, SignatureIcon, SnoozeIcon } from "@atrium/ui";
import { Identities } from "./identities/identities.tsx";
import { settingsSections } from "./sections.ts";
import { Storage } from "./storage/storage.tsx";
import { Absence } from "./vacation-response/absence.tsx";

export const settingsPages = () =>
  pagesOf(settingsSections(), {
    identities: { icon: <SignatureIcon />, screen: Identities },
    absence: { icon: <SnoozeIcon />, screen: Absence },
    storage: { icon: <DriveIcon />, screen: Storage },
  });
