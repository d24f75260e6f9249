import { SetUp, SignInGate } from "@atrium/feature-accounts";
import { SettingsWindow, t } from "@atrium/feature-settings";
import { usePath } from "@atrium/shell";
import type { ReactNode } from "react";

/** `/setting/set-up#TOKEN`: the one-time link of an empty store. Nobody can be signed in yet. */
export function SetUpPage(): ReactNode {
  return <SetUp />;
}

/** `/setting` and its sections; `/settings` is the same place. */
export function SettingsHome(): ReactNode {
  const section = usePath().pathname.split("/")[2] ?? "";
  return (
    <SignInGate appName={t("title")}>
      {(session) => <SettingsWindow session={session} section={section} />}
    </SignInGate>
  );
}
