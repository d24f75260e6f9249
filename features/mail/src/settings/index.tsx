import { pagesOf, SectionSkeleton } from "@atrium/settings-page";
import { lazyPart } from "@atrium/shell";
import {
  TrustedIcon,
  JunkIcon,
  LinkIcon,
  QuickStepIcon,
  SignatureIcon,
  AwayIcon,
  RulesIcon,
  StorageIcon,
  TemplateIcon,
  RecoverIcon,
  WriteIcon,
} from "@atrium/ui";
import { DeletedMail } from "./deleted-mail/deleted-mail.tsx";
import { EmailLinks } from "./email-links/email-links.tsx";
import { Identities } from "./identities/identities.tsx";
import { Junk } from "./junk/junk.tsx";
import { QuickSteps } from "./quick-steps/quick-steps.tsx";
import { settingsSections } from "./sections.ts";
import { Storage } from "./storage/storage.tsx";
import { TrustedSenders } from "./trusted-senders/trusted-senders.tsx";
import { Templates } from "./templates/templates.tsx";
import { Absence } from "./vacation-response/absence.tsx";
import { Writing } from "./writing/writing.tsx";

const Rules = lazyPart(
  () => import("./rules/rules.tsx").then((module) => module.Rules),
  <SectionSkeleton />,
);

export const settingsPages = () =>
  pagesOf(settingsSections(), {
    identities: { icon: <SignatureIcon />, screen: Identities },
    writing: { icon: <WriteIcon />, screen: Writing },
    templates: { icon: <TemplateIcon />, screen: Templates },
    absence: { icon: <AwayIcon />, screen: Absence },
    "quick-steps": { icon: <QuickStepIcon />, screen: QuickSteps },
    rules: { icon: <RulesIcon />, screen: Rules },
    junk: { icon: <JunkIcon />, screen: Junk },
    "trusted-senders": { icon: <TrustedIcon />, screen: TrustedSenders },
    "deleted-mail": { icon: <RecoverIcon />, screen: DeletedMail },
    "email-links": { icon: <LinkIcon />, screen: EmailLinks },
    storage: { icon: <StorageIcon />, screen: Storage },
  });
