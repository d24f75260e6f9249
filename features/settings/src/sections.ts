import type { Findable } from "./find/find-settings.ts";
import { t } from "./strings/index.ts";

/**
 * What everybody has. `holds` is what a section is found by, besides its title. Asked for when it is shown: before, the
 * language of the person is not known.
 */
export const ownSections = () =>
  [
    { slug: "profile", title: t("profile"), holds: [t("name"), t("address"), t("roles")] },
    {
      slug: "identities",
      title: t("identitiesShort"),
      holds: [t("signature"), t("replyTo"), t("nameShown"), t("copyToSelf"), t("identities")],
    },
    { slug: "absence", title: t("absence"), holds: [t("answerMail"), t("absenceWords")] },
    { slug: "notifications", title: t("notifications"), holds: [t("notificationWords")] },
    { slug: "storage", title: t("storage"), holds: [t("storageWords")] },
    {
      slug: "appearance",
      title: t("appearance"),
      holds: [t("theme"), t("density"), t("language"), t("afterAct")],
    },
    {
      slug: "security",
      title: t("security"),
      holds: [
        t("changePassword"),
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
  ] as const satisfies readonly Findable[];

/** What only administrators have. */
export const administrationSections = () =>
  [
    {
      slug: "people",
      title: t("people"),
      holds: [t("addPerson"), t("setPassword"), t("makeAdministrator"), t("resetSecondFactor")],
    },
    {
      slug: "shared-accounts",
      title: t("sharedAccounts"),
      holds: [t("addSharedAccount"), t("members")],
    },
    { slug: "groups", title: t("groups"), holds: [t("addGroup"), t("members")] },
    {
      slug: "domains",
      title: t("domains"),
      holds: [t("addDomain"), "DNS", "MX", "SPF", "DKIM", "DMARC", "MTA-STS"],
    },
    {
      slug: "sign-in",
      title: t("signInRules"),
      holds: [t("secondFactor"), t("factorFor"), t("factorForEverybody")],
    },
    { slug: "operations", title: t("operations"), holds: [t("operationsWords")] },
    { slug: "queue", title: t("queue"), holds: [t("tryNow"), t("giveUp"), t("queueWords")] },
  ] as const satisfies readonly Findable[];
