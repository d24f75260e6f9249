import type { SettingsSection } from "@atrium/settings-page";
import { SEND_CHECKS } from "@atrium/state";
import { t } from "./strings/index.ts";

/** What belongs to a mail account: who writes, who answers meanwhile, and how much room there is. */
export const settingsSections = () =>
  [
    {
      slug: "identities",
      group: "mail",
      order: 20,
      title: t("identitiesShort"),
      holds: [t("signature"), t("replyTo"), t("nameShown"), t("copyToSelf"), t("identities")],
    },
    {
      slug: "writing",
      group: "mail",
      order: 25,
      title: t("writing"),
      holds: [
        t("replyIn"),
        t("beforeSending"),
        ...SEND_CHECKS.map((check) => t(check)),
        t("receipts"),
      ],
    },
    {
      slug: "templates",
      group: "mail",
      order: 27,
      title: t("templates"),
      holds: [t("templatesMore"), t("newTemplate")],
    },
    {
      slug: "absence",
      group: "mail",
      order: 30,
      title: t("absence"),
      holds: [t("answerMail"), t("absenceWords")],
    },
    {
      slug: "quick-steps",
      group: "mail",
      order: 33,
      title: t("quickSteps"),
      holds: [t("quickStepsMore")],
    },
    { slug: "rules", group: "mail", order: 32, title: t("rules"), holds: [t("rulesWords")] },
    {
      slug: "junk",
      group: "mail",
      order: 34,
      title: t("junkMail"),
      holds: [t("junkDigest"), t("junkReports"), t("junkWords")],
    },
    {
      slug: "trusted-senders",
      group: "mail",
      order: 35,
      title: t("trustedSenders"),
      holds: [t("trustedSendersWords")],
    },
    {
      slug: "deleted-mail",
      group: "mail",
      order: 45,
      title: t("deletedMail"),
      holds: [t("deletedMailWords")],
    },
    {
      slug: "email-links",
      group: "mail",
      order: 47,
      title: t("emailLinks"),
      holds: [t("openEmailLinks"), t("emailLinksWords")],
    },
    { slug: "storage", group: "you", order: 18, title: t("storage"), holds: [t("storageWords")] },
  ] as const satisfies readonly SettingsSection[];
