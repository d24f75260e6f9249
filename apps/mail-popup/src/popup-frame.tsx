import { SignInGate } from "@atrium/feature-accounts";
import { MailProvider } from "@atrium/feature-mail";
import { ClientProvider } from "@atrium/feature-suite/parts";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** Around a mail in a window of its own. */
export function PopupFrame({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <SignInGate appName={t("mail")}>
      {(session) => (
        <ClientProvider session={session}>
          <MailProvider>{children}</MailProvider>
        </ClientProvider>
      )}
    </SignInGate>
  );
}
