import { isDriveRoute } from "@atrium/contract/remotes";
import { SignInGate } from "@atrium/feature-accounts";
import { ComposeDock, openCompose } from "@atrium/feature-compose/parts";
import {
  MailProvider,
  MailVerbs,
  UnreadSign,
  type Recipient,
  listShown,
} from "@atrium/feature-mail";
import {
  Notifications,
  SuiteWindow,
  useClient,
  useSignedInSession,
  WindowSkeleton,
} from "@atrium/feature-suite/parts";
import { usePath } from "@atrium/shell";
import type { ReactNode } from "react";
import { useDriveAhead } from "./drive.ts";
import { isSharedFile, SharedFile } from "./shared-file/index.ts";
import { SettingsVerbs } from "./settings-verbs.tsx";
import { t } from "./strings/index.ts";
import "./main.css";

/** Around every screen of the main window: who is signed in, the way to the other applications. */
export function MainFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const { pathname } = usePath();
  useDriveAhead(listShown);
  if (isSharedFile(pathname)) return <SharedFile />;
  return (
    <SignInGate appName={t("mail")} fallback={<WindowSkeleton />}>
      {(session) => (
        <SuiteWindow session={session} current={isDriveRoute(pathname) ? "drive" : "mail"}>
          <MailProvider>
            <SettingsVerbs session={session} />
            <MailVerbs onWrite={write} />
            <div className="main-screen">{children}</div>
            <MainDock />
            <MainNews />
          </MailProvider>
        </SuiteWindow>
      )}
    </SignInGate>
  );
}

function write(to?: Recipient): void {
  openCompose({ kind: "new", ...(to && { to: [to] }) });
}

/** What each feature notifies of. */
const notifications = () => [import("@atrium/feature-mail/notifications")];

/** New mail, for users who look elsewhere. */
function MainNews(): ReactNode {
  const client = useClient();
  const session = useSignedInSession();
  return (
    <>
      <UnreadSign />
      <Notifications sources={notifications} client={client} accountId={session.accountId} />
    </>
  );
}

/** Messages are written beside everything else that this window shows. */
function MainDock(): ReactNode {
  const client = useClient();
  const session = useSignedInSession();
  return <ComposeDock client={client} session={session} after={listShown} />;
}
