import { SignInGate } from "@atrium/feature-accounts";
import { MailProvider } from "@atrium/feature-mail";
import { startTheme, ToastRegion } from "@atrium/ui";
import { useEffect, type ReactNode } from "react";
import { t } from "./strings/index.ts";

/** Around a mail in a window of its own. */
export function PopupFrame({ children }: { readonly children: ReactNode }): ReactNode {
  useEffect(startTheme, []);
  return (
    <>
      <SignInGate appName={t("mail")}>
        {(session) => <MailProvider session={session}>{children}</MailProvider>}
      </SignInGate>
      <ToastRegion />
    </>
  );
}
