import { SignInGate } from "@atrium/feature-accounts";
import { MailProvider } from "@atrium/feature-mail";
import { startTheme, ToastRegion } from "@atrium/ui";
import { useEffect, type ReactNode } from "react";
import { t } from "./strings/index.ts";
import { SuiteRail } from "./suite-rail.tsx";
import "./main.css";

/** Around every screen of the main window: who is signed in, the way to the other applications, toasts. */
export function MainFrame({ children }: { readonly children: ReactNode }): ReactNode {
  useEffect(startTheme, []);
  return (
    <>
      <SignInGate appName={t("mail")}>
        {(session) => (
          <MailProvider session={session}>
            <div className="main-frame">
              <a className="a-skip" href="#content">
                {t("skip")}
              </a>
              <SuiteRail session={session} />
              <div className="main-screen">{children}</div>
            </div>
          </MailProvider>
        )}
      </SignInGate>
      <ToastRegion />
    </>
  );
}
