import { SignIn } from "@atrium/feature-accounts/sign-in";
import { atRest, defineApp, useApp, useSession } from "@atrium/shell";
import { useEffect, type ReactNode } from "react";
import { useDriveAhead } from "./drive.ts";
import { t } from "./strings/index.ts";

/** What a window begins with in which nobody is signed in: the sign-in page alone, and the main application after it. */
export const { mount } = defineApp({ name: "main", frame: SignInFrame, routes: [] });

/** Nobody waits for more than the page. */
const SHOWN = Promise.resolve();

function SignInFrame(): ReactNode {
  const next = useApp().next!;
  const { status } = useSession();
  useEffect(() => void atRest(SHOWN).then(next.load), [next]);
  useDriveAhead(SHOWN);
  useEffect(() => {
    if (status === "signed-in") void next.load().then(next.show);
  }, [status, next]);
  return <SignIn appName={t("mail")} />;
}
