import { usePolicies } from "@atrium/feature-suite/parts";
import { Group, Locked } from "@atrium/settings-page";
import { setPreferences, usePreferences } from "@atrium/state";
import { Switch } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Whether this browser keeps mail, as far as the organisation leaves that open. */
export function ThisDevice(): ReactNode {
  const keepsOnDevice = usePreferences((all) => all.keepsOnDevice);
  // Known also before the policies are, and without network.
  const keepsNothing = usePreferences((all) => all.keepsNothing === true);
  const reason = usePolicies()?.deviceReason ?? "";
  return (
    <Group title={t("thisDevice")}>
      <div className="settings-form">
        <Switch
          label={t("keepsOnDevice")}
          hint={t(keepsNothing ? "keepsNothingHint" : "keepsOnDeviceHint")}
          checked={keepsOnDevice && !keepsNothing}
          disabled={keepsNothing}
          onChange={(keepsOnDevice) => setPreferences({ keepsOnDevice })}
        />
        {keepsNothing && <Locked reason={reason} />}
      </div>
    </Group>
  );
}
