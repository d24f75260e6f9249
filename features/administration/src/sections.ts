import type { SettingsSection } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

/** What the administrators of an organisation have. */
export const settingsSections = () =>
  (
    [
      {
        slug: "organisation",
        order: 105,
        title: t("organisation"),
        holds: [t("organisationWords")],
      },
      {
        slug: "people",
        order: 110,
        title: t("people"),
        holds: [
          t("addPerson"),
          t("importPeople"),
          t("exportPeople"),
          t("setPassword"),
          t("roles"),
          t("resetSecondFactor"),
        ],
      },
      {
        slug: "shared-accounts",
        order: 120,
        title: t("sharedAccounts"),
        holds: [t("addSharedAccount"), t("members")],
      },
      { slug: "groups", order: 130, title: t("groups"), holds: [t("addGroup"), t("members")] },
      {
        slug: "domains",
        order: 140,
        title: t("domains"),
        holds: [t("addDomain"), "DNS", "MX", "SPF", "DKIM", "DMARC", "MTA-STS"],
      },
      {
        slug: "policies",
        order: 150,
        title: t("policies"),
        holds: [t("secondFactor"), t("policiesWords")],
      },
      { slug: "remotes", order: 152, title: t("remotes"), holds: [t("remotesWords")] },
      {
        slug: "activity",
        order: 155,
        title: t("activity"),
        holds: [t("activityMore")],
      },
      { slug: "operations", order: 160, title: t("operations"), holds: [t("operationsWords")] },
      {
        slug: "queue",
        order: 170,
        title: t("queue"),
        holds: [t("tryNow"), t("giveUp"), t("queueWords")],
      },
      { slug: "quarantine", order: 175, title: t("quarantine"), holds: [t("quarantineWords")] },
    ] as const
  ).map(
    (section) =>
      ({
        ...section,
        group: "organisation",
        role: "administrator",
      }) as const satisfies SettingsSection,
  );
