import { SetUp, SignInGate } from "@atrium/feature-accounts";
import { SettingsWindow, t } from "@atrium/feature-settings";
import { WindowSkeleton } from "@atrium/feature-suite/parts";
import { usePath } from "@atrium/shell";
import type { ReactNode } from "react";

/** `/setting/set-up#TOKEN`: the one-time link of an empty store. Nobody can be signed in yet. */
export function SetUpPage(): ReactNode {
  return <SetUp />;
}

/** `/setting` and its sections; `/settings` is the same place. */
export function SettingsHome(): ReactNode {
  const path = usePath().pathname.split("/").slice(2).filter(Boolean);
  return (
    <SignInGate appName={t("title")} fallback={<WindowSkeleton />}>
      {(session) => <SettingsWindow session={session} path={path} />}
    </SignInGate>
  );
}
