import type { SettingsSection } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

/** The user's account, and the ways to sign in to it. */
export const settingsSections = () =>
  [
    {
      slug: "profile",
      group: "you",
      order: 10,
      title: t("profile"),
      holds: [t("name"), t("address"), t("roles"), t("language")],
    },
    {
      slug: "security",
      group: "you",
      order: 12,
      title: t("security"),
      holds: [
        t("changePassword"),
        t("recoveryAddress"),
        t("passkeys"),
        t("secondFactor"),
        t("recoveryCodes"),
        t("sessions"),
        t("signIns"),
        t("appPasswords"),
        t("tokens"),
        t("keepsOnDevice"),
      ],
    },
  ] as const satisfies readonly SettingsSection[];
