import { useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { Door } from "../door/door.tsx";
import { t } from "../strings/index.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** The sign-in page, shown in place of what needs a person. The address of the window stays. */
export function SignIn({ appName }: { readonly appName: string }): ReactNode {
  useTitle(t("signIn"), "Atrium");
  return (
    <Door>
      <h1 className="a-door-title">{t("signIn")}</h1>
      <p className="a-door-lead">{t("signInTo", { app: appName })}</p>
      <SignInForm />
    </Door>
  );
}
