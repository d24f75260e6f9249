import { api } from "@atrium/contract/api/index";
import { rest, useOrganisation } from "@atrium/shell";
import { Banner, Link, useTitle } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { AuthPage } from "../auth/auth-page.tsx";
import { t } from "../strings/index.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** The sign-in page, shown in place of what needs a person. The address of the window stays. */
export function SignIn({ appName }: { readonly appName: string }): ReactNode {
  const { name } = useOrganisation();
  useTitle(t("signIn"), name ?? "Atrium");
  return (
    <AuthPage>
      <h1 className="a-auth-title">{t("signIn")}</h1>
      <p className="a-auth-lead">{t("signInTo", { app: appName })}</p>
      {name === undefined && <NotSetUp />}
      <SignInForm>
        <Link className="a-auth-forgot" href="/setting/forgot-password">
          {t("forgotPassword")}
        </Link>
      </SignInForm>
    </AuthPage>
  );
}

/** On a server where nobody can sign in yet: how it is set up. Only where the document names no organisation it is asked for. */
function NotSetUp(): ReactNode {
  const [isEmpty, setEmpty] = useState(false);
  useEffect(() => {
    let isOver = false;
    rest(api.setUp.read, { body: { token: "" } }).then(
      (state) => !isOver && setEmpty(state.isEmpty),
      // Then signing in says what is wrong.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, []);
  if (!isEmpty) return null;
  return (
    <Banner severity="info" title={t("notSetUp")}>
      {t("notSetUpWhy")}
    </Banner>
  );
}
