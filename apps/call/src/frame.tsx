import type { SessionInfo } from "@atrium/contract/api/session";
import { SignInGate } from "@atrium/feature-accounts";
import { DeviceCheck, t } from "@atrium/feature-calls";
import { SuiteWindow } from "@atrium/feature-suite/parts";
import { useTitle } from "@atrium/ui";
import type { ReactNode } from "react";

/** `/ipt-call`: the check of camera and microphone, for people of the organisation. */
export function CallHome(): ReactNode {
  return (
    <SignInGate appName={t("title")}>{(session) => <CallWindow session={session} />}</SignInGate>
  );
}

function CallWindow({ session }: { readonly session: SessionInfo }): ReactNode {
  useTitle(t("checkTitle"), t("title"));
  return (
    <SuiteWindow session={session} current="calls" page={{ title: t("checkTitle") }}>
      <DeviceCheck />
    </SuiteWindow>
  );
}
