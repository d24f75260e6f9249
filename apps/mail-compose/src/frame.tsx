import { SignInGate } from "@atrium/feature-accounts";
import { t } from "@atrium/feature-compose";
import { MailProvider } from "@atrium/feature-mail";
import { ClientProvider } from "@atrium/feature-suite/parts";
import type { ReactNode } from "react";

/** Only a signed-in person writes. */
export function ComposeFrame({ children }: { readonly children: ReactNode }) {
  return (
    <SignInGate appName={t("title")}>
      {(session) => (
        <ClientProvider session={session}>
          <MailProvider>{children}</MailProvider>
        </ClientProvider>
      )}
    </SignInGate>
  );
}
