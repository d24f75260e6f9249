import { isDriveRoute } from "@atrium/contract/remotes";
import { SignInGate } from "@atrium/feature-accounts";
import { ComposeDock, openCompose } from "@atrium/feature-compose/parts";
import {
  MailProvider,
  MailVerbs,
  UnreadSign,
  useMail,
  type Recipient,
  listShown,
} from "@atrium/feature-mail";
import { Notifications, SuiteRail, WindowSkeleton } from "@atrium/feature-suite/parts";
import { usePath } from "@atrium/shell";
import type { ReactNode } from "react";
import { useDriveAhead } from "./drive.ts";
import { SettingsVerbs } from "./settings-verbs.tsx";
import { t } from "./strings/index.ts";
import "./main.css";

/** Around every screen of the main window: who is signed in, the way to the other applications. */
export function MainFrame({ children }: { readonly children: ReactNode }): ReactNode {
  const { pathname } = usePath();
  useDriveAhead(listShown);
  return (
    <SignInGate appName={t("mail")} fallback={<WindowSkeleton />}>
      {(session) => (
        <MailProvider session={session}>
          <div className="main-frame">
            <a className="a-skip" href="#content">
              {t("skip")}
            </a>
            <SettingsVerbs session={session} />
            <MailVerbs onWrite={write} />
            <SuiteRail session={session} current={isDriveRoute(pathname) ? "drive" : "mail"} />
            <div className="main-screen">{children}</div>
            <MainDock />
            <MainNews />
          </div>
        </MailProvider>
      )}
    </SignInGate>
  );
}

function write(to?: Recipient): void {
  openCompose({ kind: "new", ...(to && { to: [to] }) });
}

/** What came, for who looks elsewhere. */
function MainNews(): ReactNode {
  const { client, session } = useMail();
  return (
    <>
      <UnreadSign />
      <Notifications client={client} accountId={session.accountId} />
    </>
  );
}

/** Messages are written beside everything else that this window shows. */
function MainDock(): ReactNode {
  const { client, session } = useMail();
  return <ComposeDock client={client} session={session} after={listShown} />;
}
