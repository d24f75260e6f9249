import type { SessionInfo } from "@atrium/contract/api/session";
import { Button, Dialog } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { SignInForm } from "./sign-in-form.tsx";
import "../auth/auth.css";

/** Lies over a page whose session has ended; the page below stays as it is. */
export function SignInAgain({ session }: { readonly session: SessionInfo }): ReactNode {
  return (
    <Dialog open mustAnswer size="small" title={t("signInAgain")} onClose={() => undefined}>
      <p>{t("signInAgainWhy")}</p>
      <SignInForm person={session}>
        <Button variant="quiet" onClick={() => location.reload()}>
          {t("someoneElse")}
        </Button>
      </SignInForm>
    </Dialog>
  );
}
