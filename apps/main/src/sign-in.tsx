import { SignIn } from "@atrium/feature-accounts/sign-in";
import { atRest, defineApp, useApp, usePath, useSession } from "@atrium/shell";
import { useEffect, useMemo, type ReactNode } from "react";
import { useDriveAhead } from "./drive.ts";
import { isSharedFile, SharedFile } from "./shared-file/index.ts";
import { t } from "./strings/index.ts";
import "./sign-in.css";

/** What a window begins with in which nobody is signed in: the sign-in page alone, and the main application after it. */
export const { mount } = defineApp({ name: "main", frame: SignInFrame, routes: [] });

/** Nobody waits for more than the page. */
const SHOWN = Promise.resolve();

function SignInFrame(): ReactNode {
  const next = useApp().next!;
  const { status } = useSession();
  const { pathname } = usePath();
  const isSignedIn = status === "signed-in";
  const loaded = useMemo(() => atRest(SHOWN).then(next.load), [next]);
  useDriveAhead(loaded);
  useEffect(() => {
    if (isSignedIn) void next.load().then(next.show);
  }, [isSignedIn, next]);
  if (isSharedFile(pathname)) return <SharedFile />;
  return (
    <div className="main-sign-in" inert={isSignedIn}>
      <SignIn appName={t("mail")} />
    </div>
  );
}
