import type { SettingsSection } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

/** What belongs to a mail account: who writes, who answers meanwhile, and how much room there is. */
export const settingsSections = () =>
  [
    {
      slug: "identities",
      order: 20,
      title: t("identitiesShort"),
      holds: [t("signature"), t("replyTo"), t("nameShown"), t("copyToSelf"), t("identities")],
    },
    {
      slug: "absence",
      order: 30,
      title: t("absence"),
      holds: [t("answerMail"), t("absenceWords")],
    },
    { slug: "storage", order: 50, title: t("storage"), holds: [t("storageWords")] },
  ] as const satisfies readonly SettingsSection[];
