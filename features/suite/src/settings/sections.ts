import type { SettingsSection } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

/** How every window looks, and what this browser says. */
export const settingsSections = () =>
  [
    {
      slug: "notifications",
      group: "you",
      order: 14,
      title: t("notifications"),
      holds: [t("notificationWords")],
    },
    {
      slug: "appearance",
      group: "you",
      order: 16,
      title: t("appearance"),
      holds: [t("theme"), t("density"), t("afterAct"), t("swipeRight")],
    },
  ] as const satisfies readonly SettingsSection[];
