import { SetUp, SignInGate } from "@atrium/feature-accounts";
import { settingsPages as accounts } from "@atrium/feature-accounts/settings";
import { settingsPages as administration } from "@atrium/feature-administration/settings";
import { settingsPages as mail } from "@atrium/feature-mail/settings";
import { SettingsWindow, t } from "@atrium/feature-settings";
import { WindowSkeleton } from "@atrium/feature-suite/parts";
import { settingsPages as suite } from "@atrium/feature-suite/settings";
import { usePath } from "@atrium/shell";
import { lazy, Suspense, useState, type ReactNode } from "react";

/** What each feature brings. The palette of the main window reads the same features (`apps/main/src/settings-verbs.tsx`). */
const contributions = () => [
  ...accounts(),
  ...mail(),
  ...suite(() => [import("@atrium/feature-mail/notifications")]),
  ...administration(),
];

/** `/setting/set-up#TOKEN`: the one-time link of an empty store. Nobody can be signed in yet. */
export function SetUpPage(): ReactNode {
  return <SetUp />;
}

const Invitation = lazy(async () => ({
  default: (await import("@atrium/feature-accounts/invitation")).Invitation,
}));

/** `/setting/invitation#TOKEN` and `/setting/recovery#TOKEN`: where a link lets somebody set a password. Nobody has to be signed in. */
export function InvitationPage(): ReactNode {
  return (
    <Suspense fallback={<WindowSkeleton />}>
      <Invitation />
    </Suspense>
  );
}

const ForgottenPassword = lazy(async () => ({
  default: (await import("@atrium/feature-accounts/forgotten-password")).ForgottenPassword,
}));

/** `/setting/forgot-password`: where who is not signed in asks for such a link. */
export function ForgottenPasswordPage(): ReactNode {
  return (
    <Suspense fallback={<WindowSkeleton />}>
      <ForgottenPassword />
    </Suspense>
  );
}

/** `/setting` and its sections; `/settings` is the same place. */
export function SettingsHome(): ReactNode {
  const path = usePath().pathname.split("/").slice(2).filter(Boolean);
  const [pages] = useState(contributions);
  return (
    <SignInGate appName={t("title")} fallback={<WindowSkeleton />}>
      {(session) => <SettingsWindow session={session} path={path} pages={pages} />}
    </SignInGate>
  );
}
