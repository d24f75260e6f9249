import {
  AddressBookIcon,
  AppearanceIcon,
  DomainIcon,
  DriveIcon,
  MailIcon,
  PeopleIcon,
  PersonIcon,
  SecurityIcon,
  SentIcon,
  SignatureIcon,
  SnoozeIcon,
} from "@atrium/ui";
import { lazyPart } from "@atrium/shell";
import type { ComponentType, ReactNode } from "react";
import { Absence } from "./absence/absence.tsx";
import { Appearance } from "./appearance/appearance.tsx";
import type { Findable } from "./find/find-settings.ts";
import { Identities } from "./identities/identities.tsx";
import { Profile } from "./profile/profile.tsx";
import type { ScreenProps } from "./screen.ts";
import { SectionSkeleton } from "./skeleton.tsx";
import { Security } from "./security/security.tsx";
import { Storage } from "./storage/storage.tsx";
import { t } from "./strings/index.ts";

/** A section of the settings, at `/setting/SLUG`. */
export interface Page extends Findable {
  readonly icon: ReactNode;
  readonly screen: ComponentType<ScreenProps>;
}

const People = lazyPart<ScreenProps>(
  () => import("./people/people.tsx").then((module) => module.People),
  <SectionSkeleton />,
);
const SharedAccounts = lazyPart<ScreenProps>(
  () => import("./shared-accounts/shared-accounts.tsx").then((module) => module.SharedAccounts),
  <SectionSkeleton />,
);
const Groups = lazyPart<ScreenProps>(
  () => import("./groups/groups.tsx").then((module) => module.Groups),
  <SectionSkeleton />,
);
const Domains = lazyPart<ScreenProps>(
  () => import("./domains/domains.tsx").then((module) => module.Domains),
  <SectionSkeleton />,
);
const Queue = lazyPart<ScreenProps>(
  () => import("./queue/queue.tsx").then((module) => module.Queue),
  <SectionSkeleton />,
);

/** What everybody has. The texts below a title are what it is found by. */
export const OWN: readonly Page[] = [
  {
    slug: "profile",
    title: t("profile"),
    holds: [t("name"), t("address"), t("roles")],
    icon: <PersonIcon />,
    screen: Profile,
  },
  {
    slug: "identities",
    title: t("identities"),
    holds: [t("signature"), t("replyTo"), t("nameShown"), t("copyToSelf")],
    icon: <SignatureIcon />,
    screen: Identities,
  },
  {
    slug: "absence",
    title: t("absence"),
    holds: [t("answerMail"), t("absenceWords")],
    icon: <SnoozeIcon />,
    screen: Absence,
  },
  {
    slug: "storage",
    title: t("storage"),
    holds: [t("storageWords")],
    icon: <DriveIcon />,
    screen: Storage,
  },
  {
    slug: "appearance",
    title: t("appearance"),
    holds: [t("theme"), t("density"), t("language")],
    icon: <AppearanceIcon />,
    screen: Appearance,
  },
  {
    slug: "security",
    title: t("security"),
    holds: [
      t("changePassword"),
      t("secondFactor"),
      t("recoveryCodes"),
      t("sessions"),
      t("appPasswords"),
      t("tokens"),
    ],
    icon: <SecurityIcon />,
    screen: Security,
  },
];

/** What only administrators have. */
export const ADMINISTRATION: readonly Page[] = [
  {
    slug: "people",
    title: t("people"),
    holds: [t("addPerson"), t("setPassword"), t("makeAdministrator"), t("resetSecondFactor")],
    icon: <PeopleIcon />,
    screen: People,
  },
  {
    slug: "shared-accounts",
    title: t("sharedAccounts"),
    holds: [t("addSharedAccount"), t("members")],
    icon: <MailIcon />,
    screen: SharedAccounts,
  },
  {
    slug: "groups",
    title: t("groups"),
    holds: [t("addGroup"), t("members")],
    icon: <AddressBookIcon />,
    screen: Groups,
  },
  {
    slug: "domains",
    title: t("domains"),
    holds: [t("addDomain"), "DNS", "MX", "SPF", "DKIM", "DMARC", "MTA-STS"],
    icon: <DomainIcon />,
    screen: Domains,
  },
  {
    slug: "queue",
    title: t("queue"),
    holds: [t("tryNow"), t("giveUp"), t("queueWords")],
    icon: <SentIcon />,
    screen: Queue,
  },
];
