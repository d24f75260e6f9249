import { Group } from "@atrium/settings-page";
import { Switch } from "@atrium/ui";
import type { ReactNode } from "react";
import { Reason, type PolicyPart } from "./part.tsx";
import { t } from "./strings/index.ts";

/** Whether browsers may keep mail. */
export function DevicePolicy({ policies, change }: PolicyPart): ReactNode {
  const { mayKeepOnDevice, deviceReason } = policies;
  return (
    <Group title={t("device")} intro={t("deviceMore")}>
      <div className="settings-form">
        <Switch
          label={t("mayKeep")}
          checked={mayKeepOnDevice}
          onChange={(mayKeepOnDevice) => change({ mayKeepOnDevice })}
        />
        {!mayKeepOnDevice && (
          <Reason value={deviceReason} onChange={(deviceReason) => change({ deviceReason })} />
        )}
      </div>
    </Group>
  );
}
