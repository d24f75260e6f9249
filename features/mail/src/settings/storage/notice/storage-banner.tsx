import { href } from "@atrium/contract/href";
import { fullnessOf, type QuotaRecord } from "@atrium/contract/types/quota";
import { formatBytes, formatNumber } from "@atrium/i18n";
import { follow } from "@atrium/shell";
import { Banner, ButtonLink } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import "./storage-banner.css";
import { t } from "./strings/index.ts";

const SETTINGS = href("/setting/:section", { section: "storage" });

/** Says that there is hardly room for more mail, or none, what comes of it, and what to do. */
export function StorageBanner({ quotas }: { readonly quotas: readonly QuotaRecord[] }): ReactNode {
  const [isClosed, setClosed] = useState(false);
  const full = quotas.find((quota) => fullnessOf(quota) === "full");
  const quota = full ?? quotas.find((one) => fullnessOf(one) === "near");
  if (quota === undefined || (isClosed && !full)) return null;
  const isOctets = quota.resourceType === "octets";
  const figure = isOctets ? formatBytes : formatNumber;
  const used = t(isOctets ? "usedOctets" : "usedMessages", {
    used: figure(quota.used),
    limit: figure(quota.hardLimit),
  });
  return (
    <div className="settings-storage-notice">
      <Banner
        severity={full ? "danger" : "warning"}
        title={t(full ? "isFull" : "isNearlyFull")}
        {...(!full && { onClose: () => setClosed(true) })}
        actions={
          <ButtonLink size="small" href={SETTINGS} onClick={follow(SETTINGS)}>
            {t("seeStorage")}
          </ButtonLink>
        }
      >
        {t(full ? "isFullMore" : "isNearlyFullMore", { used })}
      </Banner>
    </div>
  );
}
