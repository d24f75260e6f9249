import type { SessionInfo } from "@atrium/contract/api/session";
import { lazyPart, useSession } from "@atrium/shell";
import { usePreferences } from "@atrium/state";
import { ErrorCard } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import { today } from "./today.ts";
import "./gate.css";

// Who is signed in, nearly everybody, never loads these.
const SignIn = lazyPart(() => import("../sign-in/sign-in.tsx").then((module) => module.SignIn));
const SignInAgain = lazyPart(() =>
  import("../sign-in/sign-in-again.tsx").then((module) => module.SignInAgain),
);

const SetUpFactor = lazyPart(() =>
  import("./set-up-factor.tsx").then((module) => module.SetUpFactor),
);
const Unencrypted = lazyPart(() =>
  import("../auth/unencrypted.tsx").then((module) => module.Unencrypted),
);

/**
 * Shows its children to who is signed in, and the sign-in page in their place to who is not; afterwards
 * the window goes on without loading again. When the session ends under an open page (`sessionLost` of the
 * shell), a dialog asks for the password again and nothing below it is taken away.
 */
export function SignInGate({
  appName,
  fallback = null,
  children,
}: {
  /** What the person wants to go on to, as `Mail`. */
  readonly appName: string;
  /** Shown while it is not known who is signed in: the page's own skeleton. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode | ((session: SessionInfo) => ReactNode);
}): ReactNode {
  const state = useSession();
  const putOff = usePreferences(({ secondFactorLater }) => secondFactorLater);
  switch (state.status) {
    case "reading":
      return fallback;
    case "signed-out":
      return <SignIn appName={appName} />;
    case "unencrypted":
      return <Unencrypted />;
    case "unavailable":
      return (
        <div className="a-gate-away">
          <ErrorCard title={t("sessionUnread")} onRetry={state.retry}>
            {t("sessionUnreadWhy")}
          </ErrorCard>
        </div>
      );
    default: {
      const { session } = state;
      const owed = session.owesSecondFactor;
      const mustSetUp = owed !== undefined && (owed.isDue || putOff !== today());
      return (
        <>
          {mustSetUp ? (
            <SetUpFactor session={session} />
          ) : typeof children === "function" ? (
            children(session)
          ) : (
            children
          )}
          {state.status === "lost" && <SignInAgain session={session} />}
        </>
      );
    }
  }
}
