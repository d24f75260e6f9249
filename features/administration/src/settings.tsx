import { lazyPart } from "@atrium/shell";
import { pagesOf, SectionSkeleton, type ScreenProps } from "@atrium/settings-page";
import {
  AccountsIcon,
  ChartIcon,
  HistoryIcon,
  QuarantineIcon,
  DomainIcon,
  SharedMailboxIcon,
  OrganisationIcon,
  PoliciesIcon,
  PeopleIcon,
  RemotesIcon,
  QueueIcon,
} from "@atrium/ui";
import { People } from "./people/people.tsx";
import { settingsSections } from "./sections.ts";

const Organisation = lazyPart<ScreenProps>(
  () => import("./organisation/organisation.tsx").then((module) => module.Organisation),
  <SectionSkeleton />,
);
const Remotes = lazyPart<ScreenProps>(
  () => import("./remotes/remotes.tsx").then((module) => module.Remotes),
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
const Policies = lazyPart<ScreenProps>(
  () => import("./policies/policies.tsx").then((module) => module.Policies),
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
const Quarantine = lazyPart<ScreenProps>(
  () => import("./quarantine/quarantine.tsx").then((module) => module.Quarantine),
  <SectionSkeleton />,
);

export const settingsPages = () =>
  pagesOf(settingsSections(), {
    organisation: { icon: <OrganisationIcon />, screen: Organisation },
    people: { icon: <AccountsIcon />, screen: People },
    "shared-accounts": { icon: <SharedMailboxIcon />, screen: SharedAccounts },
    groups: { icon: <PeopleIcon />, screen: Groups },
    domains: { icon: <DomainIcon />, screen: Domains },
    policies: { icon: <PoliciesIcon />, screen: Policies },
    remotes: { icon: <RemotesIcon />, screen: Remotes },
    activity: { icon: <HistoryIcon />, screen: Activity },
    operations: { icon: <ChartIcon />, screen: Operations },
    queue: { icon: <QueueIcon />, screen: Queue },
    quarantine: { icon: <QuarantineIcon />, screen: Quarantine },
  });
