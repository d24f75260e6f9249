import {
  AddressBookIcon,
  AppearanceIcon,
  BellIcon,
  ChartIcon,
  DomainIcon,
  DriveIcon,
  MailIcon,
  PasswordIcon,
  PeopleIcon,
  PersonIcon,
  SecurityIcon,
  SentIcon,
  SignatureIcon,
  SnoozeIcon,
} from "@atrium/ui";
import { lazyPart } from "@atrium/shell";
import type { ComponentType, ReactNode } from "react";
import { Absence } from "./vacation-response/absence.tsx";
import { Appearance } from "./appearance/appearance.tsx";
import type { Findable } from "./find/find-settings.ts";
import { Identities } from "./identities/identities.tsx";
import { Notifications } from "./notifications/notifications.tsx";
import { People } from "./people/people.tsx";
import { Profile } from "./profile/profile.tsx";
import type { ScreenProps } from "./screen.ts";
import { administrationSections, ownSections } from "./sections.ts";
import { SectionSkeleton } from "./skeleton.tsx";
import { Security } from "./security/security.tsx";
import { Storage } from "./storage/storage.tsx";

/** A section of the settings, at `/setting/SLUG`. */
export interface Page extends Findable {
  readonly icon: ReactNode;
  readonly screen: ComponentType<ScreenProps>;
}

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
const SignInRules = lazyPart<ScreenProps>(
  () => import("./sign-in-rules/sign-in-rules.tsx").then((module) => module.SignInRules),
  <SectionSkeleton />,
);
const Operations = lazyPart<ScreenProps>(
  () => import("./operations/operations.tsx").then((module) => module.Operations),
  <SectionSkeleton />,
);
const Queue = lazyPart<ScreenProps>(
  () => import("./queue/queue.tsx").then((module) => module.Queue),
  <SectionSkeleton />,
);

const LOOKS: Readonly<
  Record<
    ReturnType<typeof ownSections | typeof administrationSections>[number]["slug"],
    Pick<Page, "icon" | "screen">
  >
> = {
  profile: { icon: <PersonIcon />, screen: Profile },
  identities: { icon: <SignatureIcon />, screen: Identities },
  absence: { icon: <SnoozeIcon />, screen: Absence },
  notifications: { icon: <BellIcon />, screen: Notifications },
  storage: { icon: <DriveIcon />, screen: Storage },
  appearance: { icon: <AppearanceIcon />, screen: Appearance },
  security: { icon: <SecurityIcon />, screen: Security },
  people: { icon: <PeopleIcon />, screen: People },
  "shared-accounts": { icon: <MailIcon />, screen: SharedAccounts },
  groups: { icon: <AddressBookIcon />, screen: Groups },
  domains: { icon: <DomainIcon />, screen: Domains },
  "sign-in": { icon: <PasswordIcon />, screen: SignInRules },
  operations: { icon: <ChartIcon />, screen: Operations },
  queue: { icon: <SentIcon />, screen: Queue },
};

/** What everybody has. */
export const ownPages = (): readonly Page[] =>
  ownSections().map((one) => ({ ...one, ...LOOKS[one.slug] }));

/** What only administrators have. */
export const administrationPages = (): readonly Page[] =>
  administrationSections().map((one) => ({ ...one, ...LOOKS[one.slug] }));
