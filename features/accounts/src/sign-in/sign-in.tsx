import { useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { AuthPage } from "../auth/auth-page.tsx";
import { t } from "../strings/index.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** The sign-in page, shown in place of what needs a person. The address of the window stays. */
export function SignIn({ appName }: { readonly appName: string }): ReactNode {
  useTitle(t("signIn"), "Atrium");
  return (
    <AuthPage>
      <h1 className="a-auth-title">{t("signIn")}</h1>
      <p className="a-auth-lead">{t("signInTo", { app: appName })}</p>
      <SignInForm />
    </AuthPage>
  );
}
