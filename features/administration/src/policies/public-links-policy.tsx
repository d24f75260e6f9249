import { formatDuration } from "@atrium/i18n";
import { Group } from "@atrium/settings-page";
import { Select, Switch } from "@atrium/ui";
import type { ReactNode } from "react";
import { Reason, type PolicyPart } from "./part.tsx";
import { t } from "./strings/index.ts";

const DAY = 86_400;
/** Days after which links can have to end. */
const DAYS = [1, 7, 30, 90, 365];
const NEVER = "never";

/** Whether files may be shared by links that open without signing in, and on which terms. */
export function PublicLinksPolicy({ policies, change }: PolicyPart): ReactNode {
  const { publicLinks, publicLinkExpiry, publicLinkPassword, publicLinksReason } = policies;
  // One that was set elsewhere stands among them as well.
  const days = [...new Set([...DAYS, ...(publicLinkExpiry === null ? [] : [publicLinkExpiry])])];
  const isFree = publicLinks && publicLinkExpiry === null && !publicLinkPassword;
  return (
    <Group title={t("publicLinks")} intro={t("publicLinksMore")}>
      <div className="settings-form">
        <Switch
          label={t("mayLink")}
          checked={publicLinks}
          onChange={(publicLinks) => change({ publicLinks })}
        />
        {publicLinks && (
          <>
            <Switch
              label={t("linkPassword")}
              checked={publicLinkPassword}
              onChange={(publicLinkPassword) => change({ publicLinkPassword })}
            />
            <Select
              label={t("linkExpiry")}
              options={[
                { value: NEVER, label: t("linkNoExpiry") },
                ...days
                  .sort((one, other) => one - other)
                  .map((one) => ({ value: String(one), label: formatDuration(one * DAY) })),
              ]}
              value={publicLinkExpiry === null ? NEVER : String(publicLinkExpiry)}
              onChange={(chosen) =>
                change({ publicLinkExpiry: chosen === NEVER ? null : Number(chosen) })
              }
            />
          </>
        )}
        {!isFree && (
          <Reason
            value={publicLinksReason}
            onChange={(publicLinksReason) => change({ publicLinksReason })}
          />
        )}
      </div>
    </Group>
  );
}
