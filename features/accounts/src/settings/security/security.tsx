import type { SessionInfo } from "@atrium/contract/api/session";
import { setPreferences, usePreferences } from "@atrium/state";
import { Switch } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { Group, Section } from "@atrium/settings-page";
import { t } from "../strings/index.ts";
import { ChangePassword } from "./change-password.tsx";
import { Credentials } from "./credentials/credentials.tsx";
import { Passkeys } from "./passkeys/passkeys.tsx";
import { SecondFactor } from "./second-factor/second-factor.tsx";
import { Sessions } from "./sessions.tsx";
import { SignIns } from "./sign-ins.tsx";

/** `/setting/security`. */
export function Security({ session }: { readonly session: SessionInfo }): ReactNode {
  const { address } = session;
  const [changes, setChanges] = useState(0);
  const keepsOnDevice = usePreferences(({ keepsOnDevice }) => keepsOnDevice);
  const endedOthers = (): void => setChanges((count) => count + 1);
  return (
    <Section title={t("security")}>
      <ChangePassword address={address} onChanged={endedOthers} />
      <Passkeys address={address} />
      <SecondFactor address={address} onTurnedOn={endedOthers} />
      {/* What ends the other sessions has the list read again. */}
      <Sessions key={changes} />
      <SignIns />
      <Credentials address={address} />
      <Group title={t("thisDevice")}>
        <div className="settings-form">
          <Switch
            label={t("keepsOnDevice")}
            hint={t("keepsOnDeviceHint")}
            checked={keepsOnDevice}
            onChange={(keepsOnDevice) => setPreferences({ keepsOnDevice })}
          />
        </div>
      </Group>
    </Section>
  );
}
