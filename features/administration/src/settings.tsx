import { lazyPart } from "@atrium/shell";
import { pagesOf, SectionSkeleton, type ScreenProps } from "@atrium/settings-page";
import {
  AddressBookIcon,
  ChartIcon,
  HistoryIcon,
  DomainIcon,
  MailIcon,
  PasswordIcon,
  PeopleIcon,
  SentIcon,
} from "@atrium/ui";
import { People } from "./people/people.tsx";
import { settingsSections } from "./sections.ts";

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
const Activity = lazyPart<ScreenProps>(
  () => import("./activity/activity.tsx").then((module) => module.Activity),
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

export const settingsPages = () =>
  pagesOf(settingsSections(), {
    people: { icon: <PeopleIcon />, screen: People },
    "shared-accounts": { icon: <MailIcon />, screen: SharedAccounts },
    groups: { icon: <AddressBookIcon />, screen: Groups },
    domains: { icon: <DomainIcon />, screen: Domains },
    "sign-in": { icon: <PasswordIcon />, screen: SignInRules },
    activity: { icon: <HistoryIcon />, screen: Activity },
    operations: { icon: <ChartIcon />, screen: Operations },
    queue: { icon: <SentIcon />, screen: Queue },
  });
