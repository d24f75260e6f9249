import { DeviceCheck, t } from "@atrium/feature-calls";
import { SignInGate } from "@atrium/feature-accounts";
import { SuiteRail } from "@atrium/feature-suite/parts";
import { PageFrame, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";

/** `/ipt-call`: the check of camera and microphone, for people of the organisation. */
export function CallHome(): ReactNode {
  useTitle(t("checkTitle"), t("title"));
  return (
    <SignInGate appName={t("title")}>
      {(session) => (
        <PageFrame title={t("title")} rail={<SuiteRail session={session} current="calls" />}>
          <DeviceCheck />
        </PageFrame>
      )}
    </SignInGate>
  );
}
