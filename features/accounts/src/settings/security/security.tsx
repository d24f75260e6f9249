import type { SessionInfo } from "@atrium/contract/api/session";
import type { ReactNode } from "react";
import { Section } from "@atrium/settings-page";
import { t } from "../strings/index.ts";
import { ChangePassword } from "./change-password.tsx";
import { Credentials } from "./credentials/credentials.tsx";
import { Passkeys } from "./passkeys/passkeys.tsx";
import { RecoveryAddress } from "./recovery-address/recovery-address.tsx";
import { SecondFactor } from "./second-factor/second-factor.tsx";
import { Sessions } from "./sessions.tsx";
import { SignIns } from "./sign-ins.tsx";
import { ThisDevice } from "./this-device.tsx";

/** `/setting/security`. */
export function Security({ session }: { readonly session: SessionInfo }): ReactNode {
  const { address } = session;
  return (
    <Section title={t("security")}>
      <ChangePassword address={address} />
      <RecoveryAddress />
      <Passkeys />
      <SecondFactor session={session} />
      <Sessions />
      <SignIns />
      <Credentials kind="app-password" address={address} />
      <Credentials kind="token" address={address} />
      <ThisDevice />
    </Section>
  );
}
