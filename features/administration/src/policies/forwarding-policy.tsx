import { Group } from "@atrium/settings-page";
import { Switch } from "@atrium/ui";
import type { ReactNode } from "react";
import { Reason, type PolicyPart } from "./part.tsx";
import { t } from "./strings/index.ts";

/** Whether filters may forward mail to addresses of others. */
export function ForwardingPolicy({ policies, change }: PolicyPart): ReactNode {
  const { mayForwardOutside, forwardingReason } = policies;
  return (
    <Group title={t("forwarding")} intro={t("forwardingMore")}>
      <div className="settings-form">
        <Switch
          label={t("mayForward")}
          checked={mayForwardOutside}
          onChange={(mayForwardOutside) => change({ mayForwardOutside })}
        />
        {!mayForwardOutside && (
          <Reason
            value={forwardingReason}
            onChange={(forwardingReason) => change({ forwardingReason })}
          />
        )}
      </div>
    </Group>
  );
}
