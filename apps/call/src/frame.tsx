import { DeviceCheck, t } from "@atrium/feature-calls";
import { SignInGate } from "@atrium/feature-accounts";
import { PageFrame, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";

/** Calls are for people of the organisation: the frame asks who is there. */
export function CallFrame({ children }: { readonly children: ReactNode }) {
  return <SignInGate appName={t("title")}>{() => children}</SignInGate>;
}

/** `/ipt-call`: the check of camera and microphone. */
export function CallHome() {
  useTitle(t("checkTitle"), t("title"));
  return (
    <PageFrame title={t("title")} back={{ href: "/", label: t("toMail") }}>
      <DeviceCheck />
    </PageFrame>
  );
}
