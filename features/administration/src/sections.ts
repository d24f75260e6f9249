import type { SettingsSection } from "@atrium/settings-page";
import { t } from "./strings/index.ts";

/** What the administrators of an organisation have. */
export const settingsSections = () =>
  (
    [
      {
        slug: "people",
        order: 110,
        title: t("people"),
        holds: [t("addPerson"), t("setPassword"), t("roles"), t("resetSecondFactor")],
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
        slug: "sign-in",
        order: 150,
        title: t("signInRules"),
        holds: [t("secondFactor"), t("factorFor"), t("factorForEverybody")],
      },
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
    ] as const
  ).map((section) => ({ ...section, role: "administrator" }) as const satisfies SettingsSection);
